import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { Completed } from './completed.tsx';
import { Cancelled, Expired } from './ended.tsx';
import { RefundNotice } from './refund-notice.tsx';

type Props = { texts: Texts; view: CheckoutView; isNew: boolean };

/** What became of a link. While it is open there is only money on its way back to tell of. */
export function Settled({ texts, view, isNew }: Props) {
  switch (view.link.status) {
    case 'completed':
      return <Completed {...{ texts, view, isNew }} />;
    case 'expired':
      return <Expired {...{ texts, view, isNew }} />;
    case 'cancelled':
      return <Cancelled {...{ texts, view, isNew }} />;
    case 'open':
      return view.refund && <RefundNotice refund={view.refund} linkId={view.link.id} />;
  }
}
