import { number } from '#components/ui/texts.ts';
import { parseAmount } from '#lib/i18n/parse-amount.ts';
import type {
  CheckoutView,
  ConfirmationView,
  PaymentMethod,
  PaymentProgress,
  RedirectMethodView,
} from '#lib/payments/views/checkout-view.ts';
import { unreachable } from '#lib/unreachable.ts';
import { type Answer, type DonationChoices, type Failure, isPause, type SavedDonation } from './api.ts';
import { checkEmail, checkMessage, checkName, type DetailErrors, type Details } from './check-details.ts';
import {
  type Amount,
  type AmountError,
  amountOutOfBounds,
  type CheckoutForm,
  type CheckoutPayment,
  type CheckoutState,
  type Notice,
  offeredAmount,
  presetsOf,
  readAmount,
  type WaitingStep,
} from './checkout-state.ts';
import type { FormError, MethodOff, Payer, PayOutcome } from './methods/method.ts';
import { formNeeds, methodsTaking, usableMethods } from './methods/offer.ts';
import { pollDelayMs } from './poll.ts';
import type { StoredChoices } from './stored-choices.ts';

/** What happens: the donor acts, or a request is answered. */
export type CheckoutEvent =
  | { type: 'amount_changed'; choice: number | 'other'; text: string }
  /** The donor left the field of the amount, or rests from typing. */
  | { type: 'amount_left' }
  | { type: 'amount_rested'; id: number }
  /** The page is in another language: numbers are written its way. */
  | { type: 'language_changed'; formatLocale: string }
  | { type: 'details_changed'; details: Details; field: keyof Details }
  /** `donorName`: what the form of the method before knows. */
  | { type: 'method_chosen'; method: PaymentMethod; donorName: string }
  /** A method cannot be paid with now, and why; null once it can. */
  | { type: 'method_off'; method: PaymentMethod; reason: MethodOff | null }
  /** The page was loaded again in the same tab. */
  | ({ type: 'choices_restored' } & StoredChoices)
  /** The server refuses to start the payment that the method's form prepares. */
  | { type: 'method_refused'; failure: Failure }
  /** The donor has edited the method's form; `target` is the id of the field where we know it. */
  | { type: 'method_edited'; target?: string }
  /** By a button, or by the browser's own back and forward. */
  | { type: 'step_chosen'; step: number }
  | PayPressed
  | { type: 'form_checked'; id: number; result: 'ready' | 'incomplete' | 'form_failed' | 'not_ready' }
  | { type: 'donation_saved'; id: number; answer: Answer<SavedDonation> }
  | { type: 'payment_confirmed'; id: number; outcome: PayOutcome }
  | { type: 'status_retrieved'; id: number; answer: Answer<ConfirmationView> }
  /** The link's time is over, or the browser shows a page that it kept. */
  | { type: 'status_in_doubt' }
  | { type: 'resume_pressed' }
  /** `failure` is null when the donor was redirected, and is back. */
  | { type: 'resumed'; id: number; failure: Failure | null }
  | { type: 'another_way_chosen' }
  /** No payment was received: back to the form. */
  | { type: 'form_wanted' };

/** The donor pressed the pay button; with what React does not hold. */
export type PayPressed = {
  type: 'pay_pressed';
  hasCookies: boolean;
  website: string;
  /** The form of the chosen method; null while it cannot be used. */
  methodForm: { errors: FormError[]; donorName: string | null } | null;
  /** Who confirmed in the sheet of a wallet, and the amount that it showed; undefined where the button was pressed. */
  wallet?: Payer;
};

/** What a state asks for. `use-checkout.ts` sends each request once. */
export type CheckoutRequest =
  | { id: number; kind: 'rest'; delayMs: number }
  | { id: number; kind: 'check_form'; by: CheckoutPayment['by'] }
  | { id: number; kind: 'save_donation'; choices: DonationChoices }
  | { id: number; kind: 'confirm_payment'; payer: Payer }
  | { id: number; kind: 'retrieve_status'; delayMs: number }
  | { id: number; kind: 'resume'; method: RedirectMethodView['method'] };

/** Keyboards move through the choices, fingers through the digits: what is wrong is said once they rest. In milliseconds. */
const DEBOUNCE_MS = { choice: 400, typing: 1_200 };

/** The method that `pay=` in the address asks for, with the form whatever is under way; `other` for the first one. */
export type RequestedMethod = PaymentMethod | 'other' | null;

/** Reads what the address asks for. */
export function requestedMethod(pay: string | undefined, view: CheckoutView): RequestedMethod {
  if (pay === undefined) return null;
  return view.methods.find((method) => method === pay) ?? 'other';
}

type Opened = { view: CheckoutView; formatLocale: string };

/**
 * The first state of the checkout page. A payment that is under way comes before the form, or the donor would pay a second
 * time unknowingly.
 */
export function openCheckout({ view, formatLocale, pay }: Opened & { pay: RequestedMethod }): CheckoutState {
  const { waitingFor, processing } = view;
  const hasEmail = view.prefill.email !== '';
  const state = initialState(view, formatLocale, pay);
  if (waitingFor === 'card' || (waitingFor !== null && pay === null))
    return showWaiting(state, { isSent: waitingFor === 'card', waitingFor, processing, hasEmail });
  if (view.confirming && pay === null) return showWaiting(state, { isSent: false, waitingFor: null, hasEmail });
  const notice: Notice | null =
    view.declined && pay === null ? { kind: 'declined_later', method: redirectMethodOf(view) } : null;
  return showForm({ ...state, form: { ...state.form, notice } });
}

/**
 * The first state of the page that a bank or wallet sends the donor back to: what became of the payment where the gateways
 * have just been asked (`isSynced`). Otherwise, and while it is undecided, the page polls the server.
 */
export function openReturn({ view, formatLocale, isSynced }: Opened & { isSynced: boolean }): CheckoutState {
  const state = initialState(view, formatLocale, null);
  const { waitingFor, processing } = view;
  const awaited = { isSent: false, hasEmail: view.prefill.email !== '', hasReturned: true };
  if (!isSynced) return showWaiting(state, { ...awaited, waitingFor: waitingFor === 'card' ? 'card' : null });
  const status = statusOf(view);
  if (isDecided(status)) return conclude(state, status);
  if (view.cardDeclined) return showForm(notify(state, { kind: 'declined_later', method: 'card' }));
  return showWaiting(state, { ...awaited, waitingFor, processing, wasKnown: true });
}

/** The link's status as the server rendered it. */
function statusOf(view: CheckoutView): ConfirmationView {
  const { link, waitingFor } = view;
  return {
    ...view,
    status: link.status,
    pending: waitingFor !== null,
    cardLocked: false,
    newLinkHelps: false,
    amountPaid: link.amount_paid ?? null,
    paymentId: link.payment_id ?? null,
  };
}

function initialState(view: CheckoutView, formatLocale: string, pay: RequestedMethod): CheckoutState {
  const methods = usableMethods(view);
  // Chosen beforehand is only what the address asks for, or the one that can be paid with.
  const taking = methodsTaking(view, view.amountToPay);
  const [only = null] = methods.length === 1 ? methods : taking.length === 1 ? taking : [];
  const method = methods.find((usable) => usable === pay) ?? only;
  const base: CheckoutState = {
    view,
    formatLocale,
    step: { kind: 'form' },
    form: {
      wasShown: false,
      method,
      methodStep: 0,
      visited: method === null ? [] : [method],
      amount: {
        choice: 'other',
        text: '',
        payable: view.amountToPay,
        settled: view.amountToPay,
        error: null,
        rest: null,
      },
      details: { ...view.prefill },
      detailErrors: {},
      methodErrors: [],
      notice: null,
      off: null,
      round: 0,
      startOver: pay !== null,
      allowConcurrentPayment: false,
    },
    payment: null,
    refund: view.refund,
    statusCheck: null,
    lastId: 0,
  };
  const state = withAmount(base, writtenAmount(base, view.amountToPay));
  const draft = readAmount(state);
  return draft.ok ? state : withAmount(state, { error: draft.error });
}

/** The next state. Events that the state does not wait for change nothing: a second press, an outdated answer. */
export function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'amount_changed':
      // What is being paid does not change beneath the payment.
      if (state.payment) return state;
      return clearOutdatedNotice(debounceAmount(state, { choice: event.choice, text: event.text }), 'amount');
    case 'amount_left':
      return state.payment || state.form.amount.text.trim() === '' ? state : checkAmount(state);
    case 'amount_rested':
      return state.form.amount.rest?.id === event.id ? checkAmount(state) : state;
    case 'language_changed':
      return changeLanguage(state, event.formatLocale);
    case 'details_changed': {
      const { details, field } = event;
      const { detailErrors } = state.form;
      // Who gives anonymously leaves no message: its field goes, and its error with it.
      const corrected = field === 'anonymous' ? 'message' : field;
      return clearOutdatedNotice(
        withForm(state, { details, detailErrors: { ...detailErrors, [corrected]: undefined } }),
        'details',
      );
    }
    case 'method_chosen':
      return state.payment ? state : chooseMethod(state, event);
    case 'method_off': {
      const { off, method } = state.form;
      if (event.method !== method) return state;
      return withForm(state, { off: event.reason ?? (off === null ? null : 'over') });
    }
    case 'choices_restored':
      return state.payment ? state : restoreChoices(state, event);
    case 'method_refused':
      return state.step.kind === 'form' ? methodRefused(state, event.failure) : state;
    case 'method_edited': {
      const methodErrors = state.form.methodErrors.filter(({ target }) => target !== event.target);
      return clearOutdatedNotice(withForm(state, { methodErrors }), 'method');
    }
    case 'step_chosen':
      return state.payment ? state : chooseStep(state, event.step);
    case 'pay_pressed':
      return state.payment || state.step.kind !== 'form' ? state : pressPay(state, event);
    case 'form_checked':
      return inStage(state, event.id, 'checking_form', (payment) =>
        event.result === 'ready'
          ? nextStage(state, payment, 'saving_donation')
          : endPayment(state, { kind: event.result }),
      );
    case 'donation_saved':
      return inStage(state, event.id, 'saving_donation', (payment) => donationSaved(state, payment, event.answer));
    case 'payment_confirmed':
      return inStage(state, event.id, 'confirming', (payment) => paymentConfirmed(state, payment, event.outcome));
    case 'status_retrieved':
      return statusRetrieved(state, event.id, event.answer);
    case 'status_in_doubt':
      return checkStatus(state);
    case 'resume_pressed':
      return state.step.kind === 'waiting' && !state.step.resume ? resume(state, state.step) : state;
    case 'resumed':
      if (state.step.kind !== 'waiting' || state.step.resume?.id !== event.id) return state;
      return { ...state, step: { ...state.step, resume: null, resumeFailure: event.failure } };
    case 'another_way_chosen':
      return state.step.kind === 'waiting' ? offerMethods(state) : state;
    case 'form_wanted':
      return state.step.kind === 'waiting' ? showForm(state) : state;
    default:
      return unreachable(event);
  }
}

/** The requests that the state waits for. */
export function requestsOf({ form, payment, step, statusCheck }: CheckoutState): CheckoutRequest[] {
  const requests: CheckoutRequest[] = [];
  if (form.amount.rest) requests.push({ kind: 'rest', ...form.amount.rest });
  if (payment) requests.push(paymentRequest(payment));
  if (step.kind === 'waiting') requests.push({ kind: 'retrieve_status', ...step.poll });
  if (step.kind === 'waiting' && step.resume) requests.push({ kind: 'resume', ...step.resume });
  if (statusCheck) requests.push({ id: statusCheck.id, kind: 'retrieve_status', delayMs: 0 });
  return requests;
}

function paymentRequest(payment: CheckoutPayment): CheckoutRequest {
  const { id, stage, method, by, payer, anonymous, message, website } = payment;
  switch (stage) {
    case 'checking_form':
      return { id, kind: 'check_form', by };
    case 'saving_donation': {
      const choices: DonationChoices = { ...payer, anonymous, message, ...(website && { website }) };
      // Before a card is charged, what was started with other methods is cancelled.
      return { id, kind: 'save_donation', choices: { ...choices, ...(method === 'card' && { method }) } };
    }
    case 'confirming':
      return { id, kind: 'confirm_payment', payer };
    case 'retrieving':
      return { id, kind: 'retrieve_status', delayMs: 0 };
    default:
      return unreachable(stage);
  }
}

// The amount.

/** What the page shows for an amount: one of the choices, or a text. */
function writtenAmount(state: CheckoutState, amount: number): Pick<Amount, 'choice' | 'text'> {
  const isPreset = presetsOf(state).includes(amount);
  return isPreset ? { choice: amount, text: '' } : { choice: 'other', text: number(state, amount) };
}

/** The donor types or chooses: an amount that can be paid counts at once, what is wrong with another is said once they rest. */
function debounceAmount(before: CheckoutState, written: Pick<Amount, 'choice' | 'text'>): CheckoutState {
  const settled = offeredAmount(before);
  const state = updatePayable(withAmount(before, { ...written, settled, error: null, rest: null }));
  if (readAmount(state).ok ? written.choice !== 'other' : amountOutOfBounds(state) === null) return state;
  const id = state.lastId + 1;
  const delayMs = written.choice === 'other' ? DEBOUNCE_MS.typing : DEBOUNCE_MS.choice;
  return withAmount({ ...state, lastId: id }, { rest: { id, delayMs } });
}

/** Remembers the amount on the page where it can be paid. */
function updatePayable(state: CheckoutState): CheckoutState {
  const draft = readAmount(state);
  return draft.ok ? withAmount(state, { payable: draft.amount }) : state;
}

/** Marks why the amount on the page cannot be paid. */
function checkAmount(before: CheckoutState): CheckoutState {
  const state = withAmount(before, { rest: null });
  const draft = readAmount(state);
  return draft.ok ? state : withAmount(state, { error: draft.error });
}

/** A typed amount is written as the new language writes it; a text that is no amount stays, and is read in that language. */
function changeLanguage(before: CheckoutState, formatLocale: string): CheckoutState {
  if (before.formatLocale === formatLocale) return before;
  const { choice, text, error } = before.form.amount;
  const typed = parseAmount(text, before.formatLocale, before.view.amountWords);
  const state = { ...before, formatLocale };
  if (choice !== 'other') return state;
  if (typed.ok) return withAmount(state, { text: number(state, typed.amount) });
  return error === null ? state : checkAmount(updatePayable(withAmount(state, { error: null })));
}

// The form.

function showForm(state: CheckoutState): CheckoutState {
  return withForm({ ...state, step: { kind: 'form' } }, { wasShown: true });
}

/** The form as it begins, with the methods offered anew: the donor wants another one than the payment under way. */
function offerMethods(state: CheckoutState): CheckoutState {
  const method = usableMethods(state.view).length > 1 ? null : state.form.method;
  return showForm(withForm(state, { method, methodStep: 0, startOver: true }));
}

/**
 * What the tab kept is newer than what the server has. A method that the address asks for, or the only one, stays chosen;
 * none is chosen for a donor who wants another one than before.
 */
function restoreChoices(state: CheckoutState, { method, details, amount }: StoredChoices): CheckoutState {
  const restored = restoreAmount(withForm(state, { details }), amount);
  const { startOver, method: chosen } = state.form;
  if (method === null || startOver || chosen !== null || !usableMethods(state.view).includes(method)) return restored;
  return chooseMethod(restored, { type: 'method_chosen', method, donorName: '' });
}

function restoreAmount(state: CheckoutState, amount: number | null): CheckoutState {
  if (amount === null || amount === state.form.amount.payable) return state;
  return checkAmount(
    updatePayable(withAmount(state, { ...writtenAmount(state, amount), settled: amount, error: null })),
  );
}

type MethodChosen = Extract<CheckoutEvent, { type: 'method_chosen' }>;

/** What was said about the amount or the payment before the donor changed it. */
const OUTDATED_NOTICES: Readonly<Record<'amount' | 'details' | 'method', readonly Notice['kind'][]>> = {
  amount: ['started_again', 'card_declined', 'not_started', 'not_saved'],
  details: ['not_saved'],
  method: ['incomplete', 'not_started'],
};

/** The donor has edited a part of the form: a notice about what it was before goes, errors once the last one is corrected. */
function clearOutdatedNotice(state: CheckoutState, part: keyof typeof OUTDATED_NOTICES): CheckoutState {
  const { notice, amount, detailErrors, methodErrors } = state.form;
  if (!notice) return state;
  const hasErrors = amount.error !== null || Object.values(detailErrors).some(Boolean) || methodErrors.length > 0;
  const isOver = notice.kind === 'errors' ? !hasErrors : OUTDATED_NOTICES[part].includes(notice.kind);
  return isOver ? notify(state, null) : state;
}

/** A step is shown only where the details of the first one can be sent. Why an earlier payment was declined stays. */
function chooseStep(state: CheckoutState, wanted: number): CheckoutState {
  const { view, form } = state;
  const asks = formNeeds(view, form.method);
  const isReachable = Object.keys(checkDetails(form.details, asks)).length === 0;
  const last = Math.max(asks.steps.length - 1, 0);
  const methodStep = isReachable ? Math.min(Math.max(wanted, 0), last) : 0;
  if (methodStep === form.methodStep) return state;
  const notice = form.notice?.kind === 'declined_later' ? form.notice : null;
  return withForm(state, { methodStep, methodErrors: [], notice });
}

/** Errors and a notice of one method are removed with it: another asks other details; why an earlier payment was declined stays. */
function chooseMethod(before: CheckoutState, { method, donorName }: MethodChosen): CheckoutState {
  const { details, visited, notice, amount } = before.form;
  const chosen = withForm(before, {
    method,
    methodStep: 0,
    detailErrors: {},
    methodErrors: [],
    visited: visited.includes(method) ? visited : [...visited, method],
    details: details.name === '' ? { ...details, name: donorName } : details,
    notice: notice?.kind === 'declined_later' ? notice : null,
    off: null,
  });
  const isMended = readAmount(chosen).ok && amount.error !== null;
  return updatePayable(isMended ? withAmount(chosen, { error: null }) : chosen);
}

function methodRefused(state: CheckoutState, failure: Failure): CheckoutState {
  if (concernsAmount(failure)) return withAmount(state, { error: 'refused' });
  return leaveForm(state, failure) ?? state;
}

/** The next step where the server refuses the whole page; null where the form stays. */
function leaveForm(state: CheckoutState, failure: Failure): CheckoutState | null {
  switch (failure.kind) {
    case 'not_accepting':
      return conclude(state, { ...statusOf(state.view), refund: state.refund, acceptance: failure.kind });
    case 'not_payable':
      return showWaiting(state, { isSent: false, waitingFor: null, hasEmail: false });
    case 'processing':
      return showWaiting(state, { isSent: true, waitingFor: 'card', hasEmail: false });
    default:
      return null;
  }
}

/** Whether the gateway refuses the amount: the error is shown at the amount. */
function concernsAmount(failure: Failure): boolean {
  return failure.kind === 'fields' && failure.fields.includes('amount');
}

// The payment.

function pressPay(before: CheckoutState, event: PayPressed): CheckoutState {
  const { notice, amountError, detailErrors, due, isPageWrong } = checkPress(before, event);
  const checked = withForm(before, { detailErrors, methodErrors: [], notice: null });
  const state = amountError === null ? checked : withAmount(checked, { error: amountError });
  if (notice?.kind === 'errors') return showErrors(state, due, isPageWrong ? 0 : firstStep(due));
  if (notice) return notify(state, notice);
  const { form } = state;
  const { wallet, methodForm, website } = event;
  const last = formNeeds(state.view, form.method).steps.length - 1;
  if (form.methodStep < last) {
    const ahead = methodForm?.errors ?? [];
    return withForm(state, { methodStep: ahead.length > 0 ? firstStep(ahead) : last });
  }
  const draft = readAmount(state);
  if (form.method === null || !draft.ok) return state;
  const { anonymous } = form.details;
  const message = anonymous ? '' : form.details.message.trim();
  const typed = {
    name: (methodForm?.donorName ?? form.details.name).trim(),
    email: form.details.email.trim(),
  };
  const payer: Payer = { ...(wallet ? withWallet(typed, wallet) : typed), amount: draft.amount };
  const payment: CheckoutPayment = {
    id: 0,
    stage: 'checking_form',
    method: form.method,
    by: wallet ? 'wallet' : 'form',
    payer,
    anonymous,
    message,
    website,
  };
  // The amount was changed beneath the sheet: the donor has confirmed another one.
  if (wallet && wallet.amount !== draft.amount) return requirePressAgain(state, payment);
  return nextStage(withAmount(state, { rest: null }), payment, 'checking_form');
}

/** The first step that has an error. */
function firstStep(errors: readonly FormError[]): number {
  return Math.min(...errors.map(({ step = 0 }) => step));
}

/** Shows a step of the method's form with its errors. */
function showErrors(state: CheckoutState, errors: readonly FormError[], methodStep: number): CheckoutState {
  const methodErrors = errors.filter(({ step = 0 }) => step === methodStep);
  return notify(withForm(state, { methodStep, methodErrors }), { kind: 'errors' });
}

/** What was typed comes first; the wallet's name and email are used where nothing was, and where they can be stored. */
function withWallet(typed: Pick<Payer, 'name' | 'email'>, { name, email }: Payer) {
  return {
    name: typed.name === '' && checkName(name) === undefined ? name.trim() : typed.name,
    email: typed.email === '' && checkEmail(email) === undefined ? email.trim() : typed.email,
  };
}

type Check = {
  notice: Notice | null;
  amountError: AmountError | null;
  detailErrors: DetailErrors;
  /** The errors of the method's form in the shown step and those before it: later steps may still be empty. */
  due: FormError[];
  /** The amount or the details, which are in the first step, cannot be sent. */
  isPageWrong: boolean;
};

/** Why the form cannot be paid, or continued, as it is. */
export function checkPress(state: CheckoutState, { methodForm, hasCookies }: PayPressed): Check {
  const { view, form } = state;
  const draft = readAmount(state);
  const refused = form.amount.error === 'refused' ? 'refused' : null;
  const amountError = draft.ok ? refused : draft.error;
  const needs = formNeeds(view, form.method);
  // The fields of a form that is still loading cannot be named: the others alone would look like all that is missing.
  const isLoading = !methodForm && needs.steps.length > 0;
  const detailErrors = isLoading ? {} : checkDetails(form.details, needs);
  const due = (methodForm?.errors ?? []).filter(({ step = 0 }) => step <= form.methodStep);
  const isPageWrong = amountError !== null || Object.keys(detailErrors).length > 0;
  let notice: Notice | null = null;
  if (isLoading) notice = { kind: 'not_ready' };
  else if (isPageWrong || due.length > 0) notice = { kind: 'errors' };
  else if (!hasCookies) notice = { kind: 'needs_cookies' };
  else if (!methodForm) notice = { kind: 'not_ready' };
  return { notice, amountError, detailErrors, due, isPageWrong };
}

function checkDetails(
  { name, email, anonymous, message }: Details,
  { needsName, needsEmail }: ReturnType<typeof formNeeds>,
): DetailErrors {
  const nameError = needsName ? undefined : checkName(name);
  const emailError = checkDonorEmail(email, needsEmail);
  const messageError = anonymous ? undefined : checkMessage(message);
  return {
    ...(nameError && { name: nameError }),
    ...(emailError && { email: emailError }),
    ...(messageError && { message: messageError }),
  };
}

/** Why an email cannot be sent. Where the method needs one, the error asks for it and does not offer an empty field. */
function checkDonorEmail(email: string, isNeeded: boolean): DetailErrors['email'] {
  const error = checkEmail(email);
  const isMissing = email.trim() === '' || error === 'emailInvalid';
  return isNeeded && isMissing ? 'emailRequired' : error;
}

/** Takes an answer that the payment waits for; any other answer is outdated. */
function inStage(
  state: CheckoutState,
  id: number,
  stage: CheckoutPayment['stage'],
  step: (payment: CheckoutPayment) => CheckoutState,
): CheckoutState {
  const { payment } = state;
  return payment?.id === id && payment.stage === stage ? step(payment) : state;
}

function nextStage(state: CheckoutState, payment: CheckoutPayment, stage: CheckoutPayment['stage']): CheckoutState {
  const id = state.lastId + 1;
  return { ...state, lastId: id, payment: { ...payment, id, stage } };
}

function endPayment(state: CheckoutState, notice: Notice | null): CheckoutState {
  return notify({ ...state, payment: null }, notice);
}

/** What is said at a field that the server alone refuses. */
const REFUSED_DETAILS = { name: 'refused', email: 'emailInvalid', message: 'refused' } as const satisfies DetailErrors;

/** The server refuses what the form takes: the error is shown at its field. Null where the form shows no such field. */
function showRefusedFields(state: CheckoutState, failure: Failure): CheckoutState | null {
  if (failure.kind !== 'fields') return null;
  const { needsName, needsEmail } = formNeeds(state.view, state.form.method);
  const detailErrors: DetailErrors = {};
  for (const field of ['name', 'email', 'message'] as const)
    if (failure.fields.includes(field) && !(field === 'name' && needsName))
      detailErrors[field] = field === 'email' && needsEmail ? 'emailRequired' : REFUSED_DETAILS[field];
  const isAmount = concernsAmount(failure);
  if (!isAmount && Object.keys(detailErrors).length === 0) return null;
  const marked = isAmount ? withAmount(state, { error: 'refused' }) : state;
  return showErrors(withForm({ ...marked, payment: null }, { detailErrors }), [], 0);
}

function donationSaved(state: CheckoutState, payment: CheckoutPayment, answer: Answer<SavedDonation>): CheckoutState {
  if (!answer.ok) {
    const { failure } = answer;
    return (
      leaveForm(state, failure) ??
      showRefusedFields(state, failure) ??
      endPayment(state, { kind: 'not_saved', failure })
    );
  }
  const { amount, held, beside } = answer.value;
  if (held) return endPayment(state, { kind: 'honeypot' });
  if (beside && !state.form.allowConcurrentPayment)
    return endPayment(withForm(state, { allowConcurrentPayment: true }), {
      kind: 'concurrent_payment',
      method: beside,
    });
  if (amount !== payment.payer.amount) return requirePressAgain(state, payment);
  return nextStage(state, payment, 'confirming');
}

/** Nothing was charged, and the donor has to press again. */
function requirePressAgain(state: CheckoutState, { payer }: CheckoutPayment): CheckoutState {
  return endPayment(state, { kind: 'started_again', amount: payer.amount });
}

function paymentConfirmed(state: CheckoutState, payment: CheckoutPayment, outcome: PayOutcome): CheckoutState {
  const hasEmail = payment.payer.email !== '';
  switch (outcome.kind) {
    case 'sent':
      return showWaiting(state, { isSent: true, waitingFor: outcome.processing ? 'card' : null, hasEmail });
    case 'uncertain':
      return showWaiting(state, { isSent: false, waitingFor: null, hasEmail });
    case 'returned':
      return showWaiting(state, { isSent: false, waitingFor: outcome.method, hasEmail });
    case 'stale':
      return nextStage(state, payment, 'retrieving');
    case 'declined':
      return endPayment(state, { kind: 'card_declined', text: outcome.text });
    case 'incomplete':
      return endPayment(state, { kind: 'incomplete' });
    case 'invalid_fields':
      return showErrors({ ...state, payment: null }, outcome.errors, firstStep(outcome.errors));
    case 'not_started': {
      const { failure } = outcome;
      if (payment.method === 'card' && isPause(failure)) return pauseCards(state);
      const marked = concernsAmount(failure) ? withAmount(state, { error: 'refused' }) : state;
      return leaveForm(state, failure) ?? endPayment(marked, { kind: 'not_started', failure });
    }
    default:
      return unreachable(outcome);
  }
}

/** The payment intent could not be used any more: another tab paid the link or changed its amount, or its cause has stopped. */
function afterStaleIntent(
  state: CheckoutState,
  payment: CheckoutPayment,
  answer: Answer<ConfirmationView>,
): CheckoutState {
  const hasEmail = payment.payer.email !== '';
  if (!answer.ok) return showWaiting(state, { isSent: false, waitingFor: null, hasEmail });
  if (answer.value.waitingFor === 'card') return showWaiting(state, { isSent: true, waitingFor: 'card', hasEmail });
  if (isOver(answer.value)) return conclude(state, answer.value);
  if (answer.value.cardLocked) return pauseCards(state);
  return requirePressAgain(state, payment);
}

/** The card form, loaded anew, shows until when card payments are paused. */
function pauseCards(state: CheckoutState): CheckoutState {
  return endPayment(withForm(state, { round: state.form.round + 1 }), null);
}

// Waiting, and the link's status.

type WaitingFor = {
  isSent: boolean;
  waitingFor: PaymentMethod | null;
  processing?: boolean;
  hasEmail: boolean;
  wasKnown?: boolean;
  hasReturned?: boolean;
};

/** Polls the server, at once where nothing is known, and then ever more rarely. */
function showWaiting(state: CheckoutState, awaited: WaitingFor): CheckoutState {
  const { isSent, waitingFor, processing = waitingFor === 'card', hasEmail } = awaited;
  const { wasKnown = waitingFor !== null, hasReturned = false } = awaited;
  const id = state.lastId + 1;
  const step: WaitingStep = {
    kind: 'waiting',
    isSent,
    wasKnown,
    hasReturned,
    hasEmail,
    progress: { waitingFor, processing, declined: false, cardDeclined: false },
    polls: 0,
    isUnreachable: false,
    poll: { id, delayMs: 0 },
    resume: null,
    resumeFailure: null,
  };
  return { ...withForm(state, { notice: null }), lastId: id, step, payment: null };
}

function statusRetrieved(state: CheckoutState, id: number, answer: Answer<ConfirmationView>): CheckoutState {
  const { payment, step, statusCheck } = state;
  if (payment?.id === id && payment.stage === 'retrieving') return afterStaleIntent(state, payment, answer);
  if (step.kind === 'waiting' && step.poll.id === id) return polled(state, step, answer);
  if (statusCheck?.id !== id) return state;
  const checked = { ...state, statusCheck: null };
  // A payment under way finds out by itself.
  return answer.ok && isOver(answer.value) && !payment ? conclude(checked, answer.value) : checked;
}

function polled(state: CheckoutState, step: WaitingStep, answer: Answer<ConfirmationView>): CheckoutState {
  if (answer.ok && (isDecided(answer.value) || isCardFailed(step, answer.value))) return conclude(state, answer.value);
  const polls = step.polls + 1;
  const id = state.lastId + 1;
  const askedMs = !answer.ok && 'seconds' in answer.failure ? Math.min(answer.failure.seconds, 60) * 1000 : 0;
  const next: WaitingStep = {
    ...step,
    polls,
    isUnreachable: !answer.ok,
    poll: { id, delayMs: Math.max(pollDelayMs(polls), askedMs) },
    progress: answer.ok ? progressOf(answer.value) : step.progress,
  };
  return { ...state, lastId: id, step: next };
}

/** Whether the card payment that the page waits for is not under way any more, or was declined before the donor came back. */
function isCardFailed({ progress, hasReturned }: WaitingStep, now: ConfirmationView): boolean {
  if (progress.waitingFor === 'card') return now.waitingFor !== 'card';
  return hasReturned && now.waitingFor === null && now.cardDeclined;
}

/**
 * Whether nobody can pay any more: the link has ended, or its cause has stopped taking donations. The server of the release before,
 * which answers too while this one is installed, does not tell of the cause.
 */
function isOver({ status, acceptance }: ConfirmationView): boolean {
  return status !== 'open' || acceptance === 'not_accepting';
}

/**
 * Whether polling is over: the link has ended, money is refunded, or the payment was declined. Where the cause has stopped, only
 * a payment that the gateway is deciding is worth waiting for.
 */
function isDecided(now: ConfirmationView): boolean {
  return now.status !== 'open' || now.refund !== null || now.declined || (isOver(now) && !now.processing);
}

function progressOf({ waitingFor, processing, declined, cardDeclined }: ConfirmationView): PaymentProgress {
  return { waitingFor, processing, declined, cardDeclined };
}

/** Shows how the link ended, or that its cause has stopped. Otherwise a payment has failed: the form is shown again as it was. */
function conclude(state: CheckoutState, status: ConfirmationView): CheckoutState {
  const known = { ...state, payment: null, refund: status.refund };
  if (isOver(status)) return { ...known, step: { kind: 'ended', status } };
  if (status.refund !== null && !status.declined) return showForm(known);
  const method = status.declined ? redirectMethodOf(state.view) : 'card';
  return showForm(notify(known, { kind: 'declined_later', method }));
}

/** A waiting page polls at once; any other one retrieves the status once. */
function checkStatus(state: CheckoutState): CheckoutState {
  const id = state.lastId + 1;
  if (state.step.kind === 'waiting') return { ...state, lastId: id, step: { ...state.step, poll: { id, delayMs: 0 } } };
  return { ...state, lastId: id, statusCheck: { id } };
}

function resume(state: CheckoutState, step: WaitingStep): CheckoutState {
  const { waitingFor } = step.progress;
  if (waitingFor === null || waitingFor === 'card') return state;
  const id = state.lastId + 1;
  const resumed: WaitingStep = { ...step, resume: { id, method: waitingFor }, resumeFailure: null };
  return { ...state, lastId: id, step: resumed };
}

/** The method that a link's page redirects with: a country has one (specification 1.3). */
function redirectMethodOf(view: CheckoutView): RedirectMethodView['method'] {
  const waiting = view.waitingFor === 'card' ? null : view.waitingFor;
  return waiting ?? view.redirects[0]?.method ?? 'bank_transfer';
}

// Parts of a state.

function withForm(state: CheckoutState, form: Partial<CheckoutForm>): CheckoutState {
  return { ...state, form: { ...state.form, ...form } };
}

function withAmount(state: CheckoutState, amount: Partial<Amount>): CheckoutState {
  return withForm(state, { amount: { ...state.form.amount, ...amount } });
}

function notify(state: CheckoutState, notice: Notice | null): CheckoutState {
  return withForm(state, { notice });
}
