import type { ComponentType, ReactNode } from 'react';
import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { Closed } from './closed.tsx';
import { Completed } from './completed.tsx';
import { CompletedElsewhere } from './completed-elsewhere.tsx';
import { Cancelled, Expired } from './ended.tsx';
import type { ReturnProps } from './return-countdown.tsx';

type Props = {
  texts: Texts;
  view: CheckoutView;
  isNew: boolean;
  /** Takes the donor back to the partner. Only pages that see a payment complete import it: the form comes without its script. */
  ReturnCountdown?: ComponentType<ReturnProps>;
  /** Suggests another address for the receipt; of the same pages alone. */
  suggestion?: ReactNode;
};

/** How a link ended, or why an open one takes no payment. */
export function Outcome({ texts, view, isNew, ReturnCountdown, suggestion }: Props) {
  switch (view.link.status) {
    case 'completed':
      return view.receipt ? (
        <Completed
          texts={texts}
          view={view}
          isNew={isNew}
          ReturnCountdown={ReturnCountdown}
          receipt={view.receipt}
          suggestion={suggestion}
        />
      ) : (
        <CompletedElsewhere texts={texts} view={view} isNew={isNew} />
      );
    case 'expired':
      return <Expired texts={texts} view={view} isNew={isNew} />;
    case 'cancelled':
      return <Cancelled texts={texts} view={view} isNew={isNew} />;
    case 'open':
      return <Closed texts={texts} view={view} isNew={isNew} />;
  }
}
