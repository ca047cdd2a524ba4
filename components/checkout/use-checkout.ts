import { useCallback, useEffect, useReducer, useRef } from 'react';
import { ownTimeZone } from '#components/ui/own-time-zone.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { unreachable } from '#lib/unreachable.ts';
import {
  type Answer,
  type DonationChoices,
  postDonation,
  postRedirect,
  retrieveStatus,
  type SavedDonation,
} from './api.ts';
import type { CheckoutState } from './checkout-state.ts';
import { type CheckoutEvent, type CheckoutRequest, reduce, requestsOf } from './machine.ts';
import type { MethodHandle } from './methods/method.ts';
import { forgetDraft } from './methods/pse/forget-draft.ts';
import { redirectTo } from './methods/redirect.ts';
import { forgetChoices } from './stored-choices.ts';

/** Timers hold no longer than this; a link that lives longer does not expire under an open page. */
const MAX_TIMER_MS = 2_147_483_647;
/** The server's clock may be a little behind when the link's time is over. */
const EXPIRY_MARGIN_MS = 1_500;

/** A form that has not answered by then has failed. In milliseconds. */
const CHECK_MS = 20_000;

const UNREACHABLE = { ok: false, failure: { kind: 'unreachable' } } as const;

type Options = {
  locale: Locale;
  /** Until the link expires, by the server's clock: the donor's may be wrong. */
  remainingMs?: number;
};

/** What a component needs to show the checkout and to act on it. */
export type Checkout = {
  state: CheckoutState;
  dispatch: (event: CheckoutEvent) => void;
  /** The chosen method's form puts its handle here while it can be used. */
  methodForm: { readonly current: MethodHandle | null };
  register: (handle: MethodHandle | null) => void;
  /** The wallet above the form puts its handle here. */
  registerWallet: (handle: MethodHandle | null) => void;
};

/** Runs the checkout: sends each request that the state asks for once, and feeds the answers back. */
export function useCheckout(open: () => CheckoutState, { locale, remainingMs }: Options): Checkout {
  const [state, dispatch] = useReducer(reduce, undefined, open);
  const latest = useRef(state);
  latest.current = state;
  const ref = state.view.link.id;
  const methodForm = useRef<MethodHandle | null>(null);
  const wallet = useRef<MethodHandle | null>(null);
  /** The form that was checked is the form that pays. */
  const checkedForm = useRef<MethodHandle | null>(null);
  const sent = useRef(new Set<number>());
  const register = useCallback((handle: MethodHandle | null) => {
    methodForm.current = handle;
  }, []);

  const registerWallet = useCallback((handle: MethodHandle | null) => {
    wallet.current = handle;
  }, []);

  const save = (choices: DonationChoices): Promise<Answer<SavedDonation>> =>
    // The receipt writes its date in the browser's time zone.
    postDonation(ref, { ...choices, locale, time_zone: ownTimeZone() }).catch(() => UNREACHABLE);

  async function send(request: CheckoutRequest): Promise<CheckoutEvent | null> {
    const { id } = request;
    const isWanted = () => requestsOf(latest.current).some((wanted) => wanted.id === id);
    switch (request.kind) {
      case 'rest':
        await pause(request.delayMs);
        return { type: 'amount_rested', id };
      case 'check_form': {
        checkedForm.current = (request.by === 'wallet' ? wallet : methodForm).current;
        const checked = checkedForm.current?.check().catch(() => 'form_failed' as const);
        const silent = pause(CHECK_MS).then(() => 'form_failed' as const);
        return {
          type: 'form_checked',
          id,
          result: checked ? await Promise.race([checked, silent]) : 'not_ready',
        };
      }
      case 'save_donation':
        return { type: 'donation_saved', id, answer: await save(request.choices) };
      case 'confirm_payment': {
        // Whatever went wrong, the server is asked whether money moved.
        const outcome = await checkedForm.current?.pay(request.payer).catch(() => undefined);
        return { type: 'payment_confirmed', id, outcome: outcome ?? { kind: 'uncertain' } };
      }
      case 'retrieve_status':
        await pause(request.delayMs);
        return isWanted() ? { type: 'status_retrieved', id, answer: await retrieveStatus(ref) } : null;
      case 'resume': {
        const started = await postRedirect({ ref, method: request.method });
        if (started.ok) await redirectTo(started.value.redirect_url);
        return { type: 'resumed', id, failure: started.ok ? null : started.failure };
      }
      default:
        return unreachable(request);
    }
  }

  useEffect(() => {
    for (const request of requestsOf(state)) {
      if (sent.current.has(request.id)) continue;
      sent.current.add(request.id);
      send(request).then((event) => event && dispatch(event));
    }
  });
  useStatusDoubts(dispatch, remainingMs);
  useLeaveWarning(state.payment?.stage === 'confirming' && state.payment.method === 'card');
  const hasEnded = state.step.kind === 'ended';
  useEffect(() => {
    if (!hasEnded) return;
    forgetDraft(ref);
    forgetChoices(ref);
  }, [hasEnded, ref]);
  return { state, dispatch, methodForm, register, registerWallet };
}

/** Asks before the page is left while a card is charged. A redirect to a bank or wallet is no such leaving. */
function useLeaveWarning(isCharging: boolean): void {
  useEffect(() => {
    if (!isCharging) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isCharging]);
}

/** The link's time is over, or the browser shows a page that it kept, as it does for "back". */
function useStatusDoubts(dispatch: Checkout['dispatch'], remainingMs: number | undefined): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) dispatch({ type: 'status_in_doubt' });
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [dispatch]);
  useEffect(() => {
    if (remainingMs === undefined || remainingMs > MAX_TIMER_MS) return;
    const delayMs = Math.max(remainingMs, 0) + EXPIRY_MARGIN_MS;
    const timer = setTimeout(() => dispatch({ type: 'status_in_doubt' }), delayMs);
    return () => clearTimeout(timer);
  }, [dispatch, remainingMs]);
}

function pause(milliseconds: number): Promise<void> {
  return milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds));
}
