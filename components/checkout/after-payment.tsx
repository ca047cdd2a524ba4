import { endedView } from './checkout-state.ts';
import { usableMethods } from './methods/offer.ts';
import { NewOutcome } from './outcomes/new-outcome.tsx';
import type { Checkout } from './use-checkout.ts';
import { Waiting } from './waiting.tsx';

export type AfterPaymentProps = Pick<Checkout, 'state' | 'dispatch'>;

/** What follows the form: waiting for a payment, and what became of it. */
export function AfterPayment({ state, dispatch }: AfterPaymentProps) {
  const { view, step } = state;
  if (step.kind === 'form') return null;
  if (step.kind === 'ended') return <NewOutcome view={endedView(view, step.status)} />;
  return (
    <Waiting
      step={step}
      dispatch={dispatch}
      tryAgain={{ onClick: () => dispatch({ type: 'form_wanted' }) }}
      hasOtherMethods={usableMethods(view).length > 1}
      payAnotherWay={{ onClick: () => dispatch({ type: 'another_way_chosen' }) }}
    />
  );
}
