type Props = {
  /** The nonce of the request, without which the policy blocks inline scripts. */
  nonce: string | undefined;
  /** Our own JavaScript. Values in it must have every "<" escaped. */
  text: string;
};

/** A script that runs while the HTML is parsed, before other scripts are loaded. */
export function InlineScript({ nonce, text }: Props) {
  // Browsers hide a used nonce from scripts, so that it looks empty to React.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see `text`.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
