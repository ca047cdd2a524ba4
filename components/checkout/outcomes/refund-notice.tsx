'use client';

import { useEffect, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { RefundNotice as Refund } from '#lib/payments/checkout-view.ts';
import { askConfirmation } from '../api.ts';
import { pollRefund } from '../poll-confirmation.ts';

/**
 * Money that does not count: on its way back, back already, come back to us, or taken back by the donor's bank. Never said
 * before it is so, and said as soon as it is: the server is asked while it is on its way.
 */
export function RefundNotice({ refund: before, linkId }: { refund: Refund; linkId: string }) {
  const texts = useTexts();
  const { t } = texts;
  const [told, setTold] = useState<Refund>();
  const refund = told ?? before;
  useEffect(() => {
    if (before.state !== 'refund_due') return;
    const stop = new AbortController();
    pollRefund({ ask: () => askConfirmation(linkId), tell: setTold, signal: stop.signal });
    return () => stop.abort();
  }, [before.state, linkId]);
  const amount = money(texts, refund.amount, refund.currency);
  return (
    <div className="notice notice-refund" role="status">
      <Icon name="back" />
      <div>
        <h2>{t(TITLES[refund.state], { amount })}</h2>
        <p>{t(bodyOf(refund))}</p>
      </div>
    </div>
  );
}

const TITLES = {
  refund_due: 'checkout.refund.due',
  refunded: 'checkout.refund.done',
  returned: 'givenBack.returned',
  charged_back: 'givenBack.chargedBack',
} as const;

function bodyOf({ state, reason }: Refund) {
  if (state === 'returned') return 'givenBack.returnedBody';
  if (state === 'charged_back') return 'givenBack.chargedBackBody';
  if (reason === 'mismatch') return state === 'refunded' ? 'givenBack.mismatchDone' : 'givenBack.mismatchDue';
  return state === 'refunded' ? 'checkout.refund.doneBody' : 'checkout.refund.dueBody';
}
