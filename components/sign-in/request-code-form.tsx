import type { Locale } from '#lib/i18n/locales.ts';

type Props = {
  locale: Locale;
  /** The page to open after signing in. */
  to: string;
  email: string;
  /** The button's label. */
  label: string;
  className: string;
};

/** A button that requests a code for a known email address. */
export function RequestCodeForm({ locale, to, email, label, className }: Props) {
  return (
    <form method="post" action="/sign-in/request">
      <input type="hidden" name="lang" value={locale} />
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="email" value={email} />
      <button type="submit" className={className}>
        {label}
      </button>
    </form>
  );
}
