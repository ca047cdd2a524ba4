import { useEffect, useRef } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { ConfirmationView, LinkStanding } from '#lib/payments/checkout-view.ts';
import { Elsewhere } from './elsewhere.tsx';
import { useConfirmation } from './use-confirmation.ts';

/** Asked this often without an answer, the donor is told that it is slow. About twelve seconds. */
const SLOW_AFTER = 5;
/** Asked this often about a payment that perhaps was never sent: the donor may try again. */
const DOUBT_AFTER = 3;

type Props = {
  linkId: string;
  /** A payment was sent from here. False after a return from a bank, or a broken connection. */
  isSure: boolean;
  hasEmail: boolean;
  /** What the donor is known to have paid or started before the server is asked. */
  before: LinkStanding;
  onSettled: (view: ConfirmationView) => void;
  /** Where to try again, for as long as the link is open. */
  retry: { onClick: () => void } | { href: string };
};

/** Waiting for the server's word: named steps, safe to leave, never a dead spinner. */
export function Confirming({ linkId, isSure, hasEmail, before, onSettled, retry }: Props) {
  const { t } = useTexts();
  const sighting = useConfirmation(linkId, onSettled, before);
  const { asked, standing } = sighting.kind === 'settled' ? { asked: 0, standing: before } : sighting;
  const { waitingFor, processing } = standing;
  const isProcessing = waitingFor === 'card';
  const isDoubtful = !isSure && !isProcessing && sighting.kind === 'waiting' && asked >= DOUBT_AFTER;
  const title = isProcessing ? 'waiting.processing.title' : 'checkout.confirming.title';
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another heading is read out when it appears.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  if (waitingFor && waitingFor !== 'card' && (before.waitingFor || asked >= DOUBT_AFTER))
    return (
      <Elsewhere
        {...{ linkId, retry, hasEmail }}
        method={waitingFor}
        isPaid={processing}
        isUnreachable={sighting.kind === 'unreachable'}
      />
    );
  return (
    <div className="screen">
      <h2 tabIndex={-1} ref={heading}>
        {t(isDoubtful ? 'checkout.confirming.notYet' : title)}
      </h2>
      {!isDoubtful && <Steps isSent={isSure || isProcessing} isProcessing={isProcessing} />}
      <div role="status" className="screen-text">
        {isDoubtful && <p>{t('checkout.confirming.notYetBody')}</p>}
        {isProcessing && <p>{t('waiting.processing.body')}</p>}
        {sighting.kind === 'unreachable' && <p>{t('checkout.confirming.unreachable')}</p>}
        {sighting.kind === 'waiting' && !isDoubtful && asked >= SLOW_AFTER && (
          <p>{t('checkout.confirming.slow')}</p>
        )}
      </div>
      {!isDoubtful && (
        <p className="hint">
          {t('checkout.confirming.safe')} {hasEmail && t('checkout.confirming.mail')}
        </p>
      )}
      {isDoubtful && <Retry retry={retry} />}
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
        {t(isProcessing ? 'waiting.processing.step' : 'checkout.confirming.checking')}
      </li>
      <li className="step">{t('checkout.confirming.recorded')}</li>
    </ol>
  );
}

function Retry({ retry }: Pick<Props, 'retry'>) {
  const { t } = useTexts();
  const label = t('checkout.confirming.again');
  if ('href' in retry)
    return (
      <a className="button" href={retry.href}>
        {label}
      </a>
    );
  return (
    <button type="button" className="button" onClick={retry.onClick}>
      {label}
    </button>
  );
}
