'use client';

import { useEffect, useRef } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { ConfirmationView } from '#lib/payments/checkout-view.ts';
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
  /** What the donor is known to have started at a bank or in a wallet. */
  elsewhere?: ConfirmationView['waitingFor'] | undefined;
  onSettled: (view: ConfirmationView) => void;
  /** Where to try again, for as long as the link is open. */
  retry: { onClick: () => void } | { href: string };
};

/** Waiting for the server's word: named steps, safe to leave, never a dead spinner. */
export function Confirming({ linkId, isSure, hasEmail, elsewhere = null, onSettled, retry }: Props) {
  const { t } = useTexts();
  const sighting = useConfirmation(linkId, onSettled);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const asked = sighting.kind === 'settled' ? 0 : sighting.asked;
  const isDoubtful = !isSure && sighting.kind === 'waiting' && asked >= DOUBT_AFTER;
  const waitingFor = (sighting.kind !== 'settled' && sighting.waitingFor) || elsewhere;
  if (waitingFor && (elsewhere || asked >= DOUBT_AFTER))
    return (
      <Elsewhere
        {...{ linkId, retry, hasEmail }}
        method={waitingFor}
        isUnreachable={sighting.kind === 'unreachable'}
      />
    );
  return (
    <div className="screen">
      <h2 tabIndex={-1} ref={heading}>
        {t(isDoubtful ? 'checkout.confirming.notYet' : 'checkout.confirming.title')}
      </h2>
      {!isDoubtful && <Steps isSure={isSure} />}
      <div role="status" className="screen-text">
        {isDoubtful && <p>{t('checkout.confirming.notYetBody')}</p>}
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

function Steps({ isSure }: { isSure: boolean }) {
  const { t } = useTexts();
  return (
    <ol className="steps">
      {isSure && <li className="step step-done">{t('checkout.confirming.approved')}</li>}
      <li className="step step-now" aria-current="step">
        <span className="spinner" aria-hidden="true" />
        {t('checkout.confirming.checking')}
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
