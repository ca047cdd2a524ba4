import type { PageView } from '#lib/dashboard/page-view.ts';
import type { PasskeyPrompt } from '#lib/dashboard/withdrawal-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from '../form.tsx';
import { addPasskeyLink } from '../passkey-link.ts';

/** Asks a creator to add a passkey: with the risk and "not now" while it is optional, with the reason once it is required. */
export function PasskeyNotice({ page, ask }: { page: PageView; ask: PasskeyPrompt }) {
  if (ask === null) return null;
  const t = translatorFor(page.locale);
  const add = (
    <a className="button button-accent" href={addPasskeyLink(page)}>
      {t('withdrawals.passkey.add')}
    </a>
  );
  return (
    <section className="notice" aria-labelledby="passkey">
      <h2 id="passkey">{t(`withdrawals.passkey.titles.${ask}`)}</h2>
      <p>{t('withdrawals.passkey.risk')}</p>
      <p>{t(`withdrawals.passkey.reasons.${ask}`)}</p>
      <p>{t('withdrawals.passkey.device')}</p>
      {ask === 'required' ? (
        <p>{add}</p>
      ) : (
        <ActionForm page={page} action="passkey.postpone" className="">
          <div className="buttons">
            {add}
            <button type="submit" className="button">
              {t('withdrawals.passkey.later')}
            </button>
          </div>
        </ActionForm>
      )}
    </section>
  );
}
