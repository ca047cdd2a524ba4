import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';
import { PasskeyForm } from './passkey-form.tsx';

type Props<Question> = {
  page: SignInPage;
  to: string;
  /** For the browser, as WebAuthn writes it. */
  question: Question;
  /** One is not let in yet. */
  isWaiting: boolean;
  /** The passkey before was not accepted. */
  isRefused: boolean;
};

/** A passkey is asked for: after the code, or once more before something about money or access. */
export function UsePasskeyStep({
  page,
  to,
  question,
  isWaiting,
  isRefused,
}: Props<PublicKeyCredentialRequestOptionsJSON>) {
  const t = translatorFor(page.locale);
  return (
    <SignInFrame page={page} title={t('passkey.askTitle')}>
      {!isWaiting && <p>{t('signIn.proveBody')}</p>}
      <p>{t('passkey.askBody')}</p>
      <NeedsScripts page={page} />
      <PasskeyForm
        ask={{ kind: 'use', question }}
        hidden={{ lang: page.locale, to }}
        texts={textsOf(page)}
        label={t('passkey.use')}
        isRefused={isRefused}
      />
      <div className="sign-in-else">
        <p className="sign-in-soft">{t('passkey.lost')}</p>
        <WayOut page={page} to={to} isWaiting={isWaiting} />
      </div>
    </SignInFrame>
  );
}

/** A passkey is added: the first one before staff are let in, or one more. */
export function AddPasskeyStep({
  page,
  to,
  question,
  isWaiting,
  isRefused,
}: Props<PublicKeyCredentialCreationOptionsJSON>) {
  const t = translatorFor(page.locale);
  return (
    <SignInFrame page={page} title={t('passkey.addTitle')}>
      {isWaiting && <p>{t('passkey.addNeeded')}</p>}
      <p>{t('passkey.addBody')}</p>
      <NeedsScripts page={page} />
      <PasskeyForm
        ask={{ kind: 'add', question }}
        hidden={{ lang: page.locale, to }}
        texts={textsOf(page)}
        label={t('passkey.add')}
        isRefused={isRefused}
      />
      <div className="sign-in-else">
        <WayOut page={page} to={to} isWaiting={isWaiting} />
      </div>
    </SignInFrame>
  );
}

function NeedsScripts({ page }: { page: SignInPage }) {
  return (
    <noscript>
      <p className="sign-in-fault">{translatorFor(page.locale)('passkey.noScript')}</p>
    </noscript>
  );
}

function WayOut({ page, to, isWaiting }: { page: SignInPage; to: string; isWaiting: boolean }) {
  const t = translatorFor(page.locale);
  return (
    <p>
      {isWaiting ? (
        <a href={`/sign-in?${new URLSearchParams({ to })}`}>{t('passkey.other')}</a>
      ) : (
        <a href={to}>{t('signIn.proveBack')}</a>
      )}
    </p>
  );
}

function textsOf({ locale }: SignInPage) {
  const t = translatorFor(locale);
  return {
    waiting: t('passkey.waiting'),
    failed: t('passkey.failed'),
    refused: t('passkey.refused'),
    unsupported: t('passkey.unsupported'),
  };
}
