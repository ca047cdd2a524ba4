import { useCallback, useRef, useState } from 'react';
import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView, PaymentMethod } from '#lib/payments/checkout-view.ts';
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
  method: PaymentMethod;
  onPhase: (phase: Phase) => void;
};
/** Notices stand where they are about: on top of the form, or at the payment. */
type Notices = { form?: FormNotice; payment?: FormNotice };

/** The pay button: one submission at a time, each ending in a notice, in another amount to agree to, or in another page. */
export function usePayment({ view, texts, amount, details, check, method, onPhase }: Wiring) {
  const { t } = texts;
  const isCard = method === 'card';
  const [notices, setNotices] = useState<Notices>({});
  const [round, setRound] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<MethodHandle | null>(null);
  const inFlight = useRef(false);
  /** The donor knows that another payment of theirs goes on, and may pay beside it. */
  const isBesideTold = useRef(false);
  const unseen = useRef<HTMLInputElement>(null);
  const register = useCallback((handle: MethodHandle | null) => {
    form.current = handle;
  }, []);

  function conclude(result: PayResult): void {
    if (leavesForm(result, details.trimmed.email !== '', onPhase)) return;
    if (result.kind === 'locked') setRound((count) => count + 1);
    if (result.kind === 'beside') isBesideTold.current = true;
    if (result.kind === 'started_over') {
      amount.take(result.amount);
      setRound((count) => count + 1);
    }
    if (result.kind === 'held' && unseen.current) unseen.current.value = '';
    if (concernsAmount(result)) amount.setProblem('refused');
    if (result.kind === 'faulty') {
      setNotices({ form: { tone: 'error', title: t('errors.summary'), items: result.items } });
      return;
    }
    const payment = payNotice(result, texts, { currency: view.link.currency, isCard });
    setNotices(payment ? { payment } : {});
  }

  async function pay(): Promise<void> {
    const items = [...check(), ...(form.current?.faults?.() ?? [])];
    setNotices(items.length > 0 ? { form: { tone: 'error', title: t('errors.summary'), items } } : {});
    if (items.length > 0) return;
    const wanted = amount.draft.ok ? amount.draft.amount : amount.saved;
    if (!navigator.cookieEnabled) return tell(t('checkout.payment.needsCookies'));
    // A payment of another amount needs another card form: the donor sees it come, and presses again.
    if (wanted !== amount.saved && (!(await amount.settle()) || !form.current?.takesAnyAmount)) return;
    if (form.current) await payWith(form.current, wanted);
    else tell(t(isCard ? 'checkout.payment.notReady' : 'redirect.notReady'));
  }

  function tell(title: string): void {
    setNotices({ payment: { tone: 'notice', title, items: [] } });
  }

  async function payWith(chosen: MethodHandle, shown: number): Promise<void> {
    const { email, anonymous } = details.trimmed;
    const name = chosen.donorName?.() ?? details.trimmed.name;
    const website = unseen.current?.value ?? '';
    const choices = { name, email, anonymous, locale: texts.locale, ...(website && { website }) };
    const server = serverOf(view.link.id);
    const attempt = { server, form: chosen, donor: { name, email }, choices, shown };
    conclude(await payDonation({ ...attempt, isCard, paysBeside: isBesideTold.current }));
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

  const donorName = () => form.current?.donorName?.().trim() ?? '';
  /** What was said of one method says nothing of another. */
  const forgetNotices = () => setNotices({});
  return { notices, round, isBusy, register, submit, donorName, unseen, forgetNotices };
}

function serverOf(ref: string): Server {
  return { save: (choices) => saveDonation(ref, choices), ask: () => askConfirmation(ref) };
}

/** The gateway does not take the amount: that is said at the amount. */
function concernsAmount(result: PayResult): boolean {
  if (result.kind !== 'not_started' || result.failure.kind !== 'fields') return false;
  return result.failure.fields.includes('amount');
}

function processingOf(result: PayResult): { processing?: true } {
  return result.kind === 'sent' && result.processing ? { processing: true } : {};
}

/** Takes the donor to another screen where the form has nothing more to do; false where it goes on. */
function leavesForm(result: PayResult, hasEmail: boolean, onPhase: (phase: Phase) => void): boolean {
  if (result.kind === 'failed' || result.kind === 'not_started') return refusesPage(result.failure, onPhase);
  if (result.kind === 'returned') onPhase({ kind: 'elsewhere', method: result.method, hasEmail });
  else if (result.kind === 'sent' || result.kind === 'uncertain')
    onPhase({ kind: 'confirming', isSure: result.kind === 'sent', hasEmail, ...processingOf(result) });
  else if (result.kind === 'settled') onPhase(result);
  else return false;
  return true;
}

/** Takes the donor to another screen where the server refuses the page as a whole; false where the form goes on. */
export function refusesPage(failure: Failure, onPhase: (phase: Phase) => void): boolean {
  if (failure.kind === 'not_accepting') onPhase({ kind: 'not_accepting' });
  else if (failure.kind === 'not_payable') onPhase({ kind: 'lookup' });
  else if (failure.kind === 'processing')
    onPhase({ kind: 'confirming', isSure: true, hasEmail: false, processing: true });
  else return false;
  return true;
}
