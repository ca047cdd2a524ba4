import { FocusedMessage } from '#components/ui/focused-message.tsx';
import type { NoticeName, PageView } from '#lib/dashboard/page-view.ts';
import { sentMessages } from '#lib/i18n/compile.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { fieldId, formErrorText } from './form-error.ts';
import { addPasskeyLink } from './passkey-link.ts';
import { Reveal } from './reveal.tsx';
import { staffPath } from './staff/path.ts';

/** Notices of a result that the sender did not intend. */
const UNDONE: ReadonlySet<NoticeName> = new Set(['withdrawalPutBack', 'refundAwaits', 'batchPutBack', 'batchEmptied']);

/** Notices of a result that shows a secret once. */
const REVEALING: ReadonlySet<NoticeName> = new Set([
  'keyCreated',
  'keyRotated',
  'keyRotatedNow',
  'keyRotatedAwaits',
  'keyAwaits',
]);

/** The result of the last form. It is first on the page, and screen readers announce it. */
export function ResultNotice({ page }: { page: PageView }) {
  const { result } = page;
  if (result === null || result.kind === 'review') return null;
  const t = translatorFor(page.locale);
  if (result.kind === 'done')
    return (
      <div className={UNDONE.has(result.notice) ? 'alert' : 'notice notice-good'} role="status">
        <p>{t(`dashboard.notices.${result.notice}`)}</p>
        {result.reveal !== null && (
          <Reveal
            locale={page.locale}
            messages={sentMessages(page.locale, ['ui'])}
            label={t('dashboard.reveal.label')}
            gone={t('dashboard.reveal.gone')}
            secret={result.reveal}
          />
        )}
        {result.reveal === null && REVEALING.has(result.notice) && <p>{t('dashboard.reveal.gone')}</p>}
      </div>
    );
  if (result.errors.length === 0)
    return (
      <FocusedMessage className="notice" role="status">
        <p>{t('dashboard.form.kept')}</p>
      </FocusedMessage>
    );
  // A refund that its gateway rejects is recorded all the same, and waits for staff.
  const isKept = result.errors.some(({ code }) => code === 'refundRefused');
  return (
    <FocusedMessage className="alert" role="alert">
      <h2>{t(isKept ? 'dashboard.form.failed' : 'dashboard.form.refused')}</h2>
      <ul>
        {result.errors.map((error) => (
          <li key={`${error.field} ${error.code}`}>
            {error.field === '' ? (
              formErrorText(t, error)
            ) : (
              <a href={`#${fieldId(result.action, error.field)}`}>{formErrorText(t, error)}</a>
            )}
            {error.code === 'refundRefused' && (
              <>
                {' '}
                <a href={staffPath('refunds')}>{t('staff.failedRefunds.title')}</a>
              </>
            )}
            {error.code === 'passkeyNeeded' && (
              <>
                {' '}
                <a href={addPasskeyLink(page)}>{t('withdrawals.passkey.add')}</a>
              </>
            )}
          </li>
        ))}
      </ul>
    </FocusedMessage>
  );
}
