import type { Texts } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import { CheckoutFrame } from './frame.tsx';
import { OpenCheckout } from './open-checkout.tsx';
import { NoMethod, NotAccepting, NotOpenYet } from './outcomes/closed.tsx';
import { Settled } from './outcomes/settled.tsx';

type Props = { view: CheckoutView; remainingMs: number; pay: string | null };

/** The checkout of a link, the screen chosen by what the link and its cause were when the server looked. */
export function CheckoutPage({ view, remainingMs, pay }: Props) {
  const texts = useTexts();
  return (
    <CheckoutFrame {...{ view }} path="/checkout" isPayable={isPayable(view)}>
      {isPayable(view) ? (
        <OpenCheckout {...{ view, remainingMs }} pay={wishOf(pay, view)} />
      ) : (
        <Closed {...{ texts, view }} />
      )}
    </CheckoutFrame>
  );
}

function isPayable(view: CheckoutView): boolean {
  return view.link.status === 'open' && view.acceptance === 'accepting' && view.methods.length > 0;
}

/** The method that the donor came back for; `other` for whichever is first. */
function wishOf(pay: string | null, view: CheckoutView): PaymentMethod | 'other' | null {
  if (pay === null) return null;
  return view.methods.find((method) => method === pay) ?? 'other';
}

/** What the tab says: the screen, and the cause it is about. */
export function pageTitle({ t }: Texts, view: CheckoutView): string {
  const cause = view.link.cause.name;
  if (isPayable(view)) return t('checkout.title', { cause });
  if (view.link.status !== 'open') return `${t(`checkout.${view.link.status}.title`)} · ${cause}`;
  if (view.acceptance === 'accepting') return `${t('checkout.noMethod.title')} · ${cause}`;
  const screen = view.acceptance === 'not_open_yet' ? 'notOpenYet' : 'notAccepting';
  return `${t(`checkout.${screen}.title`)} · ${cause}`;
}

function Closed({ texts, view }: { texts: Texts; view: CheckoutView }) {
  if (view.link.status !== 'open') return <Settled {...{ texts, view }} isNew={false} />;
  if (view.acceptance === 'not_open_yet') return <NotOpenYet {...{ texts, view }} isNew={false} />;
  if (view.acceptance === 'not_accepting') return <NotAccepting {...{ texts, view }} isNew={false} />;
  return <NoMethod {...{ texts, view }} isNew={false} />;
}
