/** Plain text: an empty line starts a paragraph, a line break is kept. Markup and links are shown as text. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="paragraphs">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server, and never reordered.
        <p key={index} dir="auto">
          {paragraph.trim()}
        </p>
      ))}
    </div>
  );
}
