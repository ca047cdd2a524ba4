type Props = {
  /** Of the request: the policy lets no other inline script through. */
  nonce: string | undefined;
  /** JavaScript of our own. Whatever is put into it has every "<" escaped. */
  text: string;
};

/** A script that runs where it stands in the page's HTML, before any other has come. */
export function InlineScript({ nonce, text }: Props) {
  // Browsers hide the nonce from scripts once it was used, so the one in the page looks empty to React.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see `text`.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
