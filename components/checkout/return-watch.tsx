'use client';

import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, ConfirmationView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import { Confirming } from './confirming.tsx';
import { forgetDraft } from './methods/pse/forget-draft.ts';
import { Declined } from './outcomes/declined.tsx';
import { Settled } from './outcomes/settled.tsx';
import { methodElsewhere, settledView } from './phase.ts';

/** After a bank took over the whole window: asks the server what became of the payment. What the bank's address says counts for nothing. */
export function ReturnWatch({ view, checkoutHref }: { view: CheckoutView; checkoutHref: string }) {
  const texts = useTexts();
  const [told, setTold] = useState<ConfirmationView>();
  const onSettled = useCallback(
    (answer: ConfirmationView) => {
      if (answer.status !== 'open') forgetDraft(view.link.id);
      setTold(answer);
    },
    [view.link.id],
  );
  useEffect(dropForeignParameters, []);
  const hrefOf = (method: PaymentMethod | 'other') =>
    `${checkoutHref}&${new URLSearchParams({ pay: method })}`;
  // Settled, and still open: a bank or wallet said no, or a card payment that was being processed came to nothing.
  if (told?.status === 'open' && told.refund === null)
    return <Declined {...{ texts, view, hrefOf }} method={told.declined ? methodElsewhere(view) : 'card'} />;
  if (told)
    return (
      <div className="return-watch">
        <Settled texts={texts} view={settledView(view, told)} isNew />
        {told.status === 'open' && (
          <p className="ways-on">
            <a className="button" href={hrefOf('other')}>
              {texts.t('checkout.confirming.again')}
            </a>
          </p>
        )}
      </div>
    );
  return (
    <Confirming
      linkId={view.link.id}
      isSure={false}
      hasEmail={view.prefill.email !== ''}
      before={{ waitingFor: view.waitingFor === 'card' ? 'card' : null, processing: false, declined: false }}
      onSettled={onSettled}
      retry={{ href: hrefOf('other') }}
    />
  );
}

/** The processor's parameters, a secret of the payment among them, leave the address bar and the history. */
function dropForeignParameters(): void {
  const { pathname, search } = window.location;
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams([...given].filter(([name]) => name === 'ref' || name === 'lang'));
  if (kept.toString() !== given.toString()) window.history.replaceState(null, '', `${pathname}?${kept}`);
}
