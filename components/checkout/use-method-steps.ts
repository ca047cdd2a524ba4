import { type RefObject, useEffect, useRef } from 'react';
import { formNeeds } from './methods/offer.ts';
import type { Checkout } from './use-checkout.ts';

type Steps = {
  /** Goes to a step of the method's form, and there to the field with this id, else to the step's heading. */
  goToStep: (step: number, target?: string) => void;
};

/** The donor's way through the steps of a method's form: what has the focus after each, and the browser's back and forward. */
export function useMethodSteps(
  { state, dispatch }: Pick<Checkout, 'state' | 'dispatch'>,
  heading: RefObject<HTMLElement | null>,
): Steps {
  const { method, methodStep } = state.form;
  const isStepped = formNeeds(state.view, method).steps.length > 0;
  const shown = useRef(methodStep);
  const target = useRef<string | undefined>(undefined);

  useEffect(() => {
    if (shown.current === methodStep) return;
    shown.current = methodStep;
    const field = target.current === undefined ? null : document.getElementById(target.current);
    target.current = undefined;
    if (!isStepped) return;
    // An entry of the history for each step: "back" on a phone leads to the step before, not out of the donation.
    const { state: entry } = window.history;
    if (stepOf(entry) !== methodStep) window.history.pushState({ ...entry, methodStep }, '');
    // A message takes the focus itself.
    if (document.activeElement?.closest('[role=alert]')) return;
    const element = field ?? heading.current;
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: field ? 'center' : 'start' });
  });

  useEffect(() => {
    const follow = ({ state: entry }: PopStateEvent) => dispatch({ type: 'step_chosen', step: stepOf(entry) });
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [dispatch]);

  return {
    goToStep: (step, field) => {
      target.current = field;
      dispatch({ type: 'step_chosen', step });
    },
  };
}

/** The step of an entry of the browser's history. */
function stepOf(entry: unknown): number {
  const isOurs = typeof entry === 'object' && entry !== null && 'methodStep' in entry;
  return isOurs && typeof entry.methodStep === 'number' ? entry.methodStep : 0;
}
