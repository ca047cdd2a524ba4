import type { Translate } from '#lib/i18n/translator.ts';

/** A link for keyboard users that skips what every page repeats. */
export function SkipLink({ t }: { t: Translate }) {
  return (
    <a className="skip-link" href="#main">
      {t('ui.skipToContent')}
    </a>
  );
}
