import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { RecipientView } from '#lib/clients/recipient-view.ts';
import { writeMoneyPath } from '#lib/i18n/write-money-path.ts';
import './recipient-note.css';

type Props = {
  texts: Texts;
  trust: RecipientView;
  /** The donor can give here, so that it says where the money goes; else only where to ask. */
  isPayable: boolean;
};

/** Who receives the money, what it costs, and the links to terms, privacy and contact. In small type below the rest. */
export function RecipientNote({ texts, trust, isPayable }: Props) {
  const { t, formatLocale } = texts;
  const { termsUrl, privacyUrl, supportEmail } = trust;
  const hasLinks = termsUrl !== null || privacyUrl !== null || supportEmail !== null;
  if (!isPayable && !hasLinks) return null;
  return (
    <section className="trust" aria-label={t('trust.title')}>
      {isPayable && <p>{writeMoneyPath(trust, { t, formatLocale, tense: 'before' }).join(' ')}</p>}
      {hasLinks && (
        <ul>
          {termsUrl !== null && <Outside href={termsUrl} label={t('trust.terms')} />}
          {privacyUrl !== null && <Outside href={privacyUrl} label={t('trust.privacy')} />}
          {supportEmail !== null && (
            <li>
              <Sentence text={t('trust.contact', { email: SLOT })}>
                <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </Sentence>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

/** In a tab of its own, so that what was typed on this page stays. */
function Outside({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer">
        {label}
      </a>
    </li>
  );
}
