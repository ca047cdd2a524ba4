import { useEffect, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { RefundNotice as Refund } from '#lib/payments/views/checkout-view.ts';
import { retrieveStatus } from '../api.ts';
import { pollRefund } from '../poll.ts';

export type RefundStateProps = { refund: Refund; linkId: string };

/**
 * Unmatched funds: to be refunded, refunded, returned to us after a refund, waiting for the donor, held back or charged back by
 * the donor's bank.
 * The page says only what has happened, and polls the server while the refund is due.
 */
export function RefundState({ refund: before, linkId }: RefundStateProps) {
  const texts = useTexts();
  const { t } = texts;
  const [latest, setLatest] = useState<Refund>();
  const refund = latest ?? before;
  useEffect(() => {
    if (before.state !== 'refund_due') return;
    const stop = new AbortController();
    pollRefund({ retrieve: () => retrieveStatus(linkId), onChange: setLatest, signal: stop.signal });
    return () => stop.abort();
  }, [before.state, linkId]);
  const written = (amount: number) => money(texts, amount, refund.currency);
  const { byTransfer, heldByBank, returnedByBank, contact } = refund;
  return (
    <div className="notice notice-refund" role="status">
      <Icon name="back" />
      <div>
        <h2>{t(titleOf(refund), { amount: written(refund.amount) })}</h2>
        <p>{t(bodyKey(refund))}</p>
        {contact && <p>{t('checkout.refund.unclaimedContact', { email: contact })}</p>}
        {byTransfer && !isAllByTransfer(refund) && (
          <p>{t('checkout.refund.partByHand', { amount: written(byTransfer) })}</p>
        )}
        {heldByBank && <p>{t('checkout.refund.held', { amount: written(heldByBank) })}</p>}
        {returnedByBank && <p>{t('checkout.refund.returnedByBank', { amount: written(returnedByBank) })}</p>}
      </div>
    </div>
  );
}

const TITLES = {
  refund_due: 'checkout.refund.due',
  refunded: 'checkout.refund.done',
  returned: 'checkout.refund.returned',
  unclaimed: 'checkout.refund.unclaimed',
  disputed: 'checkout.refund.disputed',
  charged_back: 'checkout.refund.chargedBack',
} as const;

/** Nothing is sent while a bank decides. */
function titleOf({ state, heldByBank }: Refund) {
  return state === 'refund_due' && heldByBank ? 'checkout.refund.later' : TITLES[state];
}

function isAllByTransfer({ state, amount, byTransfer }: Refund): boolean {
  return state === 'refunded' && byTransfer === amount;
}

function bodyKey(refund: Refund) {
  const { state, reason, heldByBank } = refund;
  if (isAllByTransfer(refund)) return 'checkout.refund.doneByHandBody';
  if (state === 'unclaimed') return 'checkout.refund.unclaimedBody';
  if (state === 'disputed') return 'checkout.refund.disputedBody';
  if (state === 'refund_due' && heldByBank) return 'checkout.refund.laterBody';
  if (state === 'returned') return 'checkout.refund.returnedBody';
  if (state === 'charged_back') return 'checkout.refund.chargedBackBody';
  if (reason === 'mismatch')
    return state === 'refunded' ? 'checkout.refund.mismatchDone' : 'checkout.refund.mismatchDue';
  return state === 'refunded' ? 'checkout.refund.doneBody' : 'checkout.refund.dueBody';
}
