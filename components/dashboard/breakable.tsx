/** A technical text, such as an address or a code: in a narrow column it breaks between its parts, not within a word. */
export function Breakable({ text }: { text: string }) {
  const parts = text.split(/(?<=[@._:/])/);
  return parts.flatMap((part, index) => [part, <wbr key={parts.slice(0, index + 1).join('')} />]);
}
