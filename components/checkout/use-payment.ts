'use client';

import { useCallback, useRef, useState } from 'react';
import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { askConfirmation, type Failure, saveDonation } from './api.ts';
import type { FormNotice } from './form-alert.tsx';
import type { MethodHandle } from './methods/method.ts';
import { type PayResult, payDonation, type Server } from './pay-donation.ts';
import { payNotice } from './pay-notice.ts';
import type { Phase } from './phase.ts';
import type { useAmount } from './use-amount.ts';
import type { useDetails } from './use-details.ts';

type Wiring = {
  view: CheckoutView;
  texts: Texts;
  amount: ReturnType<typeof useAmount>;
  details: ReturnType<typeof useDetails>;
  /** Marks what is wrong in the fields, and lists it. */
  check: () => FormNotice['items'];
  onPhase: (phase: Phase) => void;
};
/** Notices stand where they are about: on top of the form, or at the payment. */
type Notices = { form?: FormNotice; payment?: FormNotice };

/** The pay button: one submission at a time, each ending in a notice, in another amount to agree to, or in another page. */
export function usePayment({ view, texts, amount, details, check, onPhase }: Wiring) {
  const { t } = texts;
  const [notices, setNotices] = useState<Notices>({});
  const [round, setRound] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<MethodHandle | null>(null);
  const inFlight = useRef(false);
  const register = useCallback((handle: MethodHandle | null) => {
    form.current = handle;
  }, []);

  function conclude(result: PayResult): void {
    if (leavesForm(result, details.trimmed.email !== '', onPhase)) return;
    if (result.kind === 'started_over') {
      amount.take(result.amount);
      setRound((count) => count + 1);
    }
    const payment = payNotice(result, texts, view.link.currency);
    setNotices(payment ? { payment } : {});
  }

  async function pay(): Promise<void> {
    const items = check();
    setNotices(items.length > 0 ? { form: { tone: 'error', title: t('errors.summary'), items } } : {});
    if (items.length > 0) return;
    // A payment of another amount needs another card form: the donor sees it come, and presses again.
    if (amount.draft.ok && amount.draft.amount !== amount.saved) {
      await amount.settle();
    } else if (form.current) {
      const { name, email, anonymous } = details.trimmed;
      const choices = { name, email, anonymous, locale: texts.locale };
      const server = serverOf(view.link.id);
      conclude(
        await payDonation({
          server,
          form: form.current,
          donor: { name, email },
          choices,
          shown: amount.saved,
        }),
      );
    } else {
      setNotices({ payment: { tone: 'notice', title: t('checkout.payment.notReady'), items: [] } });
    }
  }

  async function submit(): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    setIsBusy(true);
    await pay().finally(() => {
      inFlight.current = false;
      setIsBusy(false);
    });
  }

  return { notices, round, isBusy, register, submit };
}

function serverOf(ref: string): Server {
  return { save: (choices) => saveDonation(ref, choices), ask: () => askConfirmation(ref) };
}

/** Takes the donor to another screen where the form has nothing more to do; false where it goes on. */
function leavesForm(result: PayResult, hasEmail: boolean, onPhase: (phase: Phase) => void): boolean {
  if (result.kind === 'failed') return refusesPage(result.failure, onPhase);
  if (result.kind === 'sent' || result.kind === 'uncertain')
    onPhase({ kind: 'confirming', isSure: result.kind === 'sent', hasEmail });
  else if (result.kind === 'settled') onPhase(result);
  else return false;
  return true;
}

/** Takes the donor to another screen where the server refuses the page as a whole; false where the form goes on. */
export function refusesPage(failure: Failure, onPhase: (phase: Phase) => void): boolean {
  if (failure.kind === 'not_accepting') onPhase({ kind: 'not_accepting' });
  else if (failure.kind === 'not_payable') onPhase({ kind: 'lookup' });
  else return false;
  return true;
}
