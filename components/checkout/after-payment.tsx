import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, ConfirmationView, LinkStanding } from '#lib/payments/checkout-view.ts';
import { Confirming } from './confirming.tsx';
import { NotAccepting } from './outcomes/closed.tsx';
import { Settled } from './outcomes/settled.tsx';
import { type Phase, settledView } from './phase.ts';

export type AfterPaymentProps = {
  view: CheckoutView;
  phase: Phase;
  onSettled: (told: ConfirmationView) => void;
  backToForm: () => void;
};

/** Where the form has nothing more to do: waiting for a payment, and what became of it. */
export function AfterPayment({ view, phase, onSettled, backToForm }: AfterPaymentProps) {
  const texts = useTexts();
  if (phase.kind === 'form') return null;
  if (phase.kind === 'not_accepting') return <NotAccepting {...{ texts, view }} isNew />;
  if (phase.kind === 'settled') return <Settled texts={texts} view={settledView(view, phase.view)} isNew />;
  return (
    <Confirming
      linkId={view.link.id}
      isSure={phase.kind === 'confirming' && phase.isSure}
      hasEmail={phase.kind !== 'lookup' && phase.hasEmail}
      before={standingIn(phase, view)}
      onSettled={onSettled}
      retry={{ onClick: backToForm }}
    />
  );
}

/** What is known of the payment that the donor waits for before the server is asked. */
function standingIn(phase: Phase, view: CheckoutView): LinkStanding {
  const known = { processing: view.processing, declined: false };
  if (phase.kind === 'elsewhere') return { ...known, waitingFor: phase.method };
  const isCard = phase.kind === 'confirming' && phase.processing === true;
  return { ...known, waitingFor: isCard ? 'card' : null };
}
