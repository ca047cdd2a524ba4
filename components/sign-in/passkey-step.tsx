import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';
import { type Ceremony, PasskeyForm } from './passkey-form.tsx';

type Props = {
  page: SignInPage;
  to: string;
  /** The page to return to without going on. */
  back: string;
  ceremony: Ceremony;
  /** The session waits for a passkey: nobody is signed in yet. */
  isWaiting: boolean;
  /** The previous response was not accepted. */
  isRefused: boolean;
};

/**
 * Uses a passkey, after the code or before an action about money or access; or adds one, which staff need before they are
 * signed in.
 */
export function PasskeyStep({ page, to, back, ceremony, isWaiting, isRefused }: Props) {
  const t = translatorFor(page.locale);
  const isNew = ceremony.kind === 'add';
  return (
    <SignInFrame page={page} title={t(isNew ? 'passkey.addTitle' : 'passkey.askTitle')}>
      {isNew && isWaiting && <p>{t('passkey.addNeeded')}</p>}
      {!isNew && !isWaiting && <p>{t('signIn.proveBody')}</p>}
      <p>{t(isNew ? 'passkey.addBody' : 'passkey.askBody')}</p>
      <noscript>
        <p className="notice">{t('passkey.noScript')}</p>
      </noscript>
      <PasskeyForm
        ceremony={ceremony}
        hidden={{ lang: page.locale, to }}
        texts={{
          waiting: t('passkey.waiting'),
          failed: t('passkey.failed'),
          refused: t('passkey.refused'),
          unsupported: t('passkey.unsupported'),
        }}
        label={t(isNew ? 'passkey.add' : 'passkey.use')}
        isRefused={isRefused}
      />
      <div className="sign-in-else">
        {!isNew && <p className="hint">{t('passkey.lost')}</p>}
        <p>
          {isWaiting ? (
            <a href={`/sign-in?${new URLSearchParams({ to })}`}>{t('passkey.other')}</a>
          ) : (
            <a href={back}>{t('signIn.proveBack')}</a>
          )}
        </p>
      </div>
    </SignInFrame>
  );
}
