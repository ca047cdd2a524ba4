import { accentCss } from './accent-css.ts';

type Props = {
  title: string;
  /** Of the request: the policy lets no other inline style through. */
  nonce?: string | undefined;
  accentColour?: string | undefined;
  /** Kept out of search engines: addresses that were given to one person. */
  isPrivate?: boolean;
};

/** What every page says in its head: title, colours, icon, and the partner's accent. */
export function DocumentHead({ title, nonce, accentColour, isPrivate = false }: Props) {
  return (
    <>
      <title>{title}</title>
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f6f8" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1217" />
      <meta name="format-detection" content="telephone=no" />
      {isPrivate && <meta name="robots" content="noindex, nofollow" />}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {/* Browsers hide the nonce from scripts once it was used, so the one in the page looks empty to React. */}
      <style nonce={nonce} suppressHydrationWarning>
        {accentCss(accentColour)}
      </style>
    </>
  );
}
