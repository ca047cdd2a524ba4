import type { Translate } from '#lib/i18n/translator.ts';

/** A way past what repeats on every page, for those who go by keyboard. */
export function SkipLink({ t }: { t: Translate }) {
  return (
    <a className="skip-link" href="#main">
      {t('ui.skipToContent')}
    </a>
  );
}
