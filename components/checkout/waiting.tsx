import { useEffect, useRef } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { Translate } from '#lib/i18n/translator.ts';
import type { RedirectMethodView } from '#lib/payments/views/checkout-view.ts';
import type { Failure } from './api.ts';
import { type WaitingStep, waitingScreen } from './checkout-state.ts';
import { chargeAfter } from './failed-step.ts';
import { waitingTitle } from './page-title.ts';
import type { Checkout } from './use-checkout.ts';

/** A way on from a waiting page: a button, or a link where the form is on another page. */
type NextAction = { onClick: () => void } | { href: string };

/** After so many polls without an answer the page says that it is slow. About twelve seconds. */
const SLOW_AFTER_POLLS = 5;

type Props = {
  step: WaitingStep;
  dispatch: Checkout['dispatch'];
  /** Where the donor tries again when no payment was received. */
  tryAgain: NextAction;
  /** Where the donor pays with another method, or starts again, while a redirect payment is undecided. */
  payAnotherWay: NextAction;
  /** The page has another method than the one of the payment. */
  hasOtherMethods: boolean;
};

/** Waiting for a payment: named steps, safe to leave, and what to do when nothing arrives. */
export function Waiting({ step, dispatch, tryAgain, payAnotherWay, hasOtherMethods }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { isSent, hasEmail, isUnreachable, polls } = step;
  const { waitingFor } = step.progress;
  const screen = waitingScreen(step);
  const heading = useRef<HTMLHeadingElement>(null);
  const isProcessing = screen === 'processing';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another heading is read out when it appears.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isProcessing]);
  if (screen === 'redirected' && waitingFor && waitingFor !== 'card')
    return (
      <WaitingRedirect
        step={step}
        dispatch={dispatch}
        payAnotherWay={payAnotherWay}
        hasOtherMethods={hasOtherMethods}
        method={waitingFor}
      />
    );
  const isNotReceived = screen === 'not_received';
  const notice = chargeAfter(isSent && !isProcessing ? 'record' : 'confirm', 'unavailable');
  return (
    <div className="screen">
      <h1 tabIndex={-1} ref={heading}>
        {waitingTitle(step, texts)}
      </h1>
      {!isNotReceived && <Steps isSent={isSent || isProcessing} isProcessing={isProcessing} />}
      <div role="status" className="screen-text">
        {isNotReceived && <p>{t('checkout.confirming.notYetBody')}</p>}
        {isProcessing && <p>{t('waiting.processing.body')}</p>}
        {isUnreachable && <p>{t(notice.text)}</p>}
        {!isUnreachable && !isNotReceived && polls >= SLOW_AFTER_POLLS && <p>{t('checkout.confirming.slow')}</p>}
      </div>
      {!isNotReceived && (
        <p className="hint">
          {[
            isProcessing
              ? t('checkout.confirming.safe')
              : t(`checkout.confirming.close.${isSent ? 'charged' : 'unknown'}`),
            hasEmail ? t('checkout.confirming.mail') : '',
          ].join(' ')}
        </p>
      )}
      {isNotReceived && <NextActionButton way={tryAgain} label={t('checkout.confirming.again')} />}
    </div>
  );
}

function Steps({ isSent, isProcessing }: { isSent: boolean; isProcessing: boolean }) {
  const { t } = useTexts();
  return (
    <ol className="steps">
      {isSent && <li className="step step-done">{t('checkout.confirming.approved')}</li>}
      <li className="step step-now" aria-current="step">
        <span className="spinner" aria-hidden="true" />
        <span>{t(isProcessing ? 'waiting.processing.step' : 'checkout.confirming.checking')}</span>
      </li>
      <li className="step">{t('checkout.confirming.recorded')}</li>
    </ol>
  );
}

type RedirectProps = Omit<Props, 'tryAgain'> & { method: RedirectMethodView['method'] };

/** A bank transfer or wallet payment that is not decided: what that means, and how to resume it or pay another way. */
function WaitingRedirect({ step, dispatch, method, payAnotherWay, hasOtherMethods }: RedirectProps) {
  const texts = useTexts();
  const { t } = texts;
  const { hasEmail, isUnreachable, resume, resumeFailure } = step;
  // A bank does not tell whether the donor has paid; a wallet does.
  const isUnpaid = method === 'wallet' && !step.progress.processing;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another heading is read out when it appears.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isUnpaid]);
  return (
    <div className="screen">
      <Icon name="clock" className="sign sign-plain" />
      <h1 tabIndex={-1} ref={heading}>
        {waitingTitle(step, texts)}
      </h1>
      <ol className="steps">
        <li className="step step-now" aria-current="step">
          <span className="spinner" aria-hidden="true" />
          <span>{t(isUnpaid ? 'waiting.nothingPaid.step' : `redirect.waiting.${method}.step`)}</span>
        </li>
        <li className="step">{t('redirect.waiting.recorded')}</li>
        {hasEmail && <li className="step">{t('redirect.waiting.receipt')}</li>}
      </ol>
      <div className="screen-text">
        {isUnpaid ? (
          <p>{t('waiting.nothingPaid.body')}</p>
        ) : (
          <>
            <p>{`${t(`redirect.waiting.${method}.paid`)} ${t('checkout.confirming.safe')}`}</p>
            <p>{t(`redirect.waiting.${method}.stopped`)}</p>
          </>
        )}
        <p role="status" className="hint">
          {isUnreachable && t('redirect.waiting.unreachable')}
        </p>
      </div>
      <div className="next-links ways-elsewhere">
        <button
          type="button"
          className="button button-accent"
          aria-disabled={resume !== null}
          onClick={() => dispatch({ type: 'resume_pressed' })}
        >
          {resume && <span className="spinner" aria-hidden="true" />}
          <span>{t(`redirect.waiting.${method}.continue`)}</span>
        </button>
        <NextActionButton
          way={payAnotherWay}
          label={t(hasOtherMethods ? 'redirect.waiting.other' : 'redirect.waiting.again')}
        />
        <p className="field-error" role="alert">
          {resumeFailure && resumeFailureText(t, resumeFailure, hasOtherMethods)}
        </p>
      </div>
      <p className="hint">{t(hasOtherMethods ? 'redirect.waiting.twice' : 'redirect.waiting.twiceAgain')}</p>
    </div>
  );
}

/** Nothing of the money: it may have moved already. Of a link or cause that has ended the page learns by itself. */
function resumeFailureText(t: Translate, failure: Failure, hasOtherMethods: boolean): string {
  const isOver = ['fields', 'not_payable', 'not_accepting'].includes(failure.kind);
  if (!isOver) return t('redirect.waiting.notOpened');
  return t(hasOtherMethods ? 'redirect.waiting.cannotContinue' : 'redirect.waiting.cannotContinueAgain');
}

/** The button or link of a way on. */
export function NextActionButton({ way, label }: { way: NextAction; label: string }) {
  if ('href' in way)
    return (
      <a className="button" href={way.href}>
        {label}
      </a>
    );
  return (
    <button type="button" className="button" onClick={way.onClick}>
      {label}
    </button>
  );
}
