import { accentCss } from './accent-css.ts';

type Props = {
  /** Absent where the page's own component renders it. */
  title?: string | undefined;
  /** The nonce of the request, without which the policy blocks inline styles. */
  nonce?: string | undefined;
  accentColour?: string | undefined;
  /** Excluded from search engines: its address is meant for one person. */
  isPrivate?: boolean;
};

/** The head of every page: title, colours, icon, and the partner's accent. */
export function DocumentHead({ title, nonce, accentColour, isPrivate = false }: Props) {
  return (
    <>
      {title !== undefined && <title>{title}</title>}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f6f8" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1217" />
      {/* Safari and Chrome on iPhones would turn what they find into links, before React takes over what the server rendered. */}
      <meta name="format-detection" content="telephone=no, date=no, email=no, address=no, url=no" />
      <meta name="chrome" content="nointentdetection" />
      {isPrivate && <meta name="robots" content="noindex, nofollow" />}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {/* Browsers hide the nonce from scripts once it was used, so the one in the page looks empty to React. */}
      <style nonce={nonce} suppressHydrationWarning>
        {accentCss(accentColour)}
      </style>
    </>
  );
}
