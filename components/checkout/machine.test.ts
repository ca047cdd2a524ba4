import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Texts } from '#components/ui/texts.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { CheckoutView, ConfirmationView, PaymentMethod } from '#lib/payments/views/checkout-view.ts';
import { unreachable } from '#lib/unreachable.ts';
import { checkoutView } from '#testing/checkout-view.ts';
import { runs } from '#testing/runs.ts';
import type { Answer, Failure, SavedDonation } from './api.ts';
import type { Details } from './check-details.ts';
import {
  amountOutOfBounds,
  type CheckoutState,
  isUnpayable,
  offeredAmount,
  presetsOf,
  readAmount,
  waitingScreen,
} from './checkout-state.ts';
import { amountErrorText } from './error-text.ts';
import {
  type CheckoutEvent,
  type CheckoutRequest,
  openCheckout,
  openReturn,
  type PayPressed,
  reduce,
  requestedMethod,
  requestsOf,
} from './machine.ts';
import type { FormError, PayOutcome } from './methods/method.ts';

const BANK_MISSING: FormError = { text: (t) => t('redirect.pse.errors.bank'), target: 'pse-bank' };
const PHONE_WRONG: FormError = { text: (t) => t('redirect.pse.errors.phone'), target: 'pse-phone' };

const VIEW = checkoutView();
const ENGLISH: Texts = { t: translatorFor('en'), locale: 'en', formatLocale: 'en-US', ownCurrency: 'USD' };
const OPEN: ConfirmationView = {
  status: 'open',
  acceptance: 'accepting',
  pending: true,
  cardLocked: false,
  newLinkHelps: false,
  refund: null,
  amountPaid: null,
  paymentId: null,
  waitingFor: null,
  processing: false,
  declined: false,
  cardDeclined: false,
};
const PAID: ConfirmationView = { ...OPEN, status: 'completed', amountPaid: 50, paymentId: 'pay_1' };
const EXPIRED: ConfirmationView = { ...OPEN, status: 'expired' };
const STOPPED: ConfirmationView = { ...OPEN, acceptance: 'not_accepting' };
const REFUND = { state: 'refund_due', amount: 50, currency: 'USD', reason: 'late' } as const;

const ok = <Value>(value: Value): Answer<Value> => ({ ok: true, value });
const failed = (failure: Failure): Answer<never> => ({ ok: false, failure });
const OFFLINE: Failure = { kind: 'unreachable' };

const METHOD_FORM = { errors: [], donorName: null };
const PRESS: PayPressed = { type: 'pay_pressed', hasCookies: true, website: '', methodForm: METHOD_FORM };

const fresh = (view: Partial<CheckoutView> = {}, pay?: string): CheckoutState => {
  const whole = { ...VIEW, ...view };
  return openCheckout({ view: whole, formatLocale: 'en-US', pay: requestedMethod(pay, whole) });
};
/** The donor has chosen the card, where none was chosen for them. */
const opened = (view: Partial<CheckoutView> = {}, pay?: string): CheckoutState => {
  const state = fresh(view, pay);
  return state.form.method === null ? reduce(state, { type: 'method_chosen', method: 'card', donorName: '' }) : state;
};
const returned = (view: Partial<CheckoutView> = {}, isSynced = false): CheckoutState =>
  openReturn({ view: { ...VIEW, ...view }, formatLocale: 'en-US', isSynced });

type Kind = CheckoutRequest['kind'];

/** The request of a kind that the state waits for. A test that meets none is wrong. */
function requestIn<Wanted extends Kind>(
  state: CheckoutState,
  kind: Wanted,
): Extract<CheckoutRequest, { kind: Wanted }> {
  const request = requestsOf(state).find(
    (each): each is Extract<CheckoutRequest, { kind: Wanted }> => each.kind === kind,
  );
  return request ?? expect.unreachable(`no ${kind} among ${JSON.stringify(requestsOf(state))}`);
}
const kindsOf = (state: CheckoutState): Kind[] => requestsOf(state).map(({ kind }) => kind);

// The answers to what a state asks for.
type Step = (state: CheckoutState) => CheckoutState;
const then = (state: CheckoutState, ...steps: Step[]): CheckoutState =>
  steps.reduce((before, step) => step(before), state);
const on =
  (event: CheckoutEvent): Step =>
  (state) =>
    reduce(state, event);
const screenOf = ({ step }: CheckoutState) => (step.kind === 'waiting' ? waitingScreen(step) : expect.unreachable());
const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);
const chooses = (choice: number | 'other', text = '') => on({ type: 'amount_changed', choice, text });
const rests: Step = (state) => reduce(state, { type: 'amount_rested', id: requestIn(state, 'rest').id });
const presses = (press: Partial<PayPressed> = {}) => on({ ...PRESS, ...press });
const checks =
  (result: 'ready' | 'incomplete' | 'form_failed' | 'not_ready'): Step =>
  (state) =>
    reduce(state, { type: 'form_checked', id: requestIn(state, 'check_form').id, result });
const saves =
  (answer: Answer<SavedDonation>): Step =>
  (state) =>
    reduce(state, { type: 'donation_saved', id: requestIn(state, 'save_donation').id, answer });
const confirms =
  (outcome: PayOutcome): Step =>
  (state) =>
    reduce(state, { type: 'payment_confirmed', id: requestIn(state, 'confirm_payment').id, outcome });
const retrieves =
  (answer: Answer<ConfirmationView>): Step =>
  (state) =>
    reduce(state, { type: 'status_retrieved', id: requestIn(state, 'retrieve_status').id, answer });
const choosesWallet = on({ type: 'method_chosen', method: 'wallet', donorName: '' });

const confirming = then(opened(), presses(), checks('ready'), saves(ok({ amount: 50 })));
const stale = then(confirming, confirms({ kind: 'stale' }));

describe('the first screen', () => {
  it.each<[string, Partial<CheckoutView>, string | undefined, object]>([
    ['is the form', {}, undefined, { kind: 'form' }],
    [
      'waits for a card payment that is processed',
      { waitingFor: 'card', processing: true },
      undefined,
      { kind: 'waiting', isSent: true, wasKnown: true },
    ],
    [
      'waits for it although the address asks for the form',
      { waitingFor: 'card', processing: true },
      'other',
      { kind: 'waiting' },
    ],
    [
      'waits for a wallet payment that was started',
      { waitingFor: 'wallet' },
      undefined,
      { kind: 'waiting', isSent: false, wasKnown: true },
    ],
    ['is the form where the donor gave that up', { waitingFor: 'wallet' }, 'wallet', { kind: 'form' }],
  ])('%s', (_name, view, pay, step) => {
    expect(opened(view, pay).step).toMatchObject(step);
  });

  it('suggests none of several methods, unless the address asks for one', () => {
    expect(fresh().form).toMatchObject({ method: null, visited: [], startOver: false });
    expect(fresh({ methods: ['card'] }).form).toMatchObject({ method: 'card', visited: ['card'] });
    expect(fresh({}, 'wallet').form).toMatchObject({ method: 'wallet', startOver: true });
    expect(fresh({}, 'bitcoin').form).toMatchObject({ method: null, startOver: true });
  });

  it('says that the last redirect payment was declined, unless the donor comes to pay again', () => {
    expect(opened({ declined: true }).form.notice).toEqual({ kind: 'declined_later', method: 'wallet' });
    expect(opened({ declined: true }, 'card').form.notice).toBeNull();
  });

  it('shows the amount that the donor chose before: as a choice, else as a number', () => {
    expect(opened({ amountToPay: 100 }).form.amount).toMatchObject({ choice: 100, text: '', payable: 100 });
    expect(opened({ amountToPay: 1234 }).form.amount).toMatchObject({ choice: 'other', text: '1,234' });
  });
});

describe('the amount', () => {
  it('changes as often as the donor likes, and nothing is sent before they confirm', () => {
    const state = then(opened(), chooses(100), chooses('other', '70'), chooses(25));
    expect(state.form.amount).toMatchObject({ choice: 25, payable: 25, error: null });
    expect(requestsOf(state)).toEqual([]);
  });

  it('that cannot be paid leaves the form prepared for the last one that can', () => {
    expect(then(opened(), chooses(100), chooses('other', 'fifty')).form.amount.payable).toBe(100);
  });

  it('is written anew in another language, where it is an amount', () => {
    const german = on({ type: 'language_changed', formatLocale: 'de-DE' });
    const typed = then(opened(), chooses('other', '1,234'), german);
    expect(typed.form.amount).toMatchObject({ text: '1.234', payable: 1234 });
    expect(readAmount(typed)).toEqual({ ok: true, amount: 1234 });
    expect(then(opened(), chooses('other', 'fifty'), german).form.amount.text).toBe('fifty');
    expect(then(opened(), chooses(100), german).form.amount).toMatchObject({ choice: 100, text: '' });
  });

  it.each([
    ['fifty', 'not_a_number'],
    ['12.50', 'not_whole'],
    ['5k', 'magnitude'],
    ['50 euros', 'other_currency'],
    ['5 50', 'ambiguous'],
  ] as const)('%s is not saved, and wrong only once the donor has left the field', (text, error) => {
    const typed = then(opened(), chooses('other', text));
    expect(requestsOf(typed)).toEqual([]);
    expect(typed.form.amount.error).toBeNull();
    expect(then(typed, on({ type: 'amount_left' })).form.amount.error).toBe(error);
  });

  it('outside of what the method takes is not saved, and wrong once the donor rests', () => {
    const typed = then(opened(), chooses('other', '20000'));
    expect(typed.form.amount.error).toBeNull();
    expect(offeredAmount(typed)).toBe(50);
    const rested = then(typed, rests);
    expect(requestsOf(rested)).toEqual([]);
    expect(rested.form.amount.error).toBe('too_large');
    expect(offeredAmount(rested)).toBe(20_000);
    expect(then(rested, chooses('other', '200')).form.amount.error).toBeNull();
  });

  it('with a word that multiplies it is held to what the method takes, and never prepared to be paid', () => {
    const typed = then(opened(), chooses(100), chooses('other', '2 thousand'));
    expect(readAmount(typed)).toEqual({ ok: false, error: 'magnitude', understood: 2_000 });
    expect(typed.form.amount.payable).toBe(100);
    expect(then(typed, presses()).form.amount.error).toBe('magnitude');
    const tooLarge = then(opened(), chooses('other', '20 thousand'), on({ type: 'amount_left' }));
    expect(tooLarge.form.amount.error).toBe('too_large');
  });

  it('that was not understood is judged anew in another language', () => {
    const to = (formatLocale: string) => on({ type: 'language_changed', formatLocale });
    const typed = then(opened(), to('es-CO'), chooses('other', '5 mil'), on({ type: 'amount_left' }));
    expect(typed.form.amount.error).toBe('magnitude');
    expect(then(typed, to('en')).form.amount.error).toBe('not_a_number');
    expect(then(typed, to('en'), to('pt-BR')).form.amount.error).toBe('magnitude');
    const grouped = then(opened(), to('es-CO'), chooses('other', '1,234'), on({ type: 'amount_left' }), to('en'));
    expect(grouped.form.amount).toMatchObject({ error: null, payable: 1_234 });
  });

  it('is not called wrong where the field is left empty', () => {
    const left = on({ type: 'amount_left' });
    expect(then(opened(), chooses('other', ' '), left).form.amount.error).toBeNull();
  });

  it('is held to what the chosen method takes, and mended by another method', () => {
    const tooSmall = then(opened(), choosesWallet, chooses('other', '5'));
    expect(readAmount(tooSmall)).toEqual({ ok: false, error: 'too_small' });
    expect(amountOutOfBounds(tooSmall)).toBe(5);
    const mended = then(
      tooSmall,
      on({ type: 'amount_left' }),
      on({ type: 'method_chosen', method: 'card', donorName: '' }),
    );
    expect(mended.form.amount.error).toBeNull();
    expect(mended.form.amount.payable).toBe(5);
  });

  it('can be one of the presets', () => {
    expect(presetsOf(opened())).toEqual([25, 50, 100, 200]);
  });

  it('is offered where at least one method takes it', () => {
    const narrow = { cardBounds: { min: 40, max: 90 } };
    expect(presetsOf(opened(narrow))).toEqual([25, 50, 100, 200]);
    expect(presetsOf(opened({ ...narrow, methods: ['card'] }))).toEqual([50]);
  });

  it('opens with the only method that takes it, if there is just one', () => {
    const minted = (amount: number) => ({ amountToPay: amount, link: { ...VIEW.link, amount } });
    expect(fresh({ ...minted(5), methods: ['wallet', 'card'] }).form.method).toBe('card');
    expect(fresh({ ...minted(50), methods: ['wallet', 'card'] }).form.method).toBeNull();
  });
});

describe('a minted amount that no method takes', () => {
  const minted = (amount: number) =>
    opened({ amountToPay: amount, link: { ...VIEW.link, amount }, cardBounds: { min: 10, max: 10_000 } });

  it('below all bounds is named with the least that can be paid, which is offered instead', () => {
    const state = minted(2);
    expect(state.form.amount).toMatchObject({ choice: 'other', text: '2', error: 'too_small' });
    expect(isUnpayable(state)).toBe(true);
    expect(presetsOf(state)).toEqual([10, 20, 40]);
    expect(amountErrorText('too_small', state, ENGLISH)).toBe('The smallest amount you can give here is $10.');
  });

  it('above all bounds is named with the most that can be paid, and the donor writes their own', () => {
    const state = minted(1_000_000_000_000);
    expect(state.form.amount).toMatchObject({ choice: 'other', error: 'too_large' });
    expect(presetsOf(state)).toEqual([]);
    expect(amountErrorText('empty', state, ENGLISH)).toBe('Enter the amount in numbers, for example 10,000.');
    expect(amountErrorText('too_large', state, ENGLISH)).toBe('The largest amount you can give here is $10,000.');
  });

  it('sends nothing when the button is pressed all the same, and is left behind by another amount', () => {
    const pressed = then(minted(2), presses());
    expect(requestsOf(pressed)).toEqual([]);
    expect(pressed.form).toMatchObject({ notice: { kind: 'errors' }, amount: { error: 'too_small' } });
    expect(isUnpayable(then(pressed, chooses(20)))).toBe(false);
  });
});

describe('the pay button', () => {
  it('asks the form, saves the donation, and then charges the amount that the page shows', () => {
    const pressed = then(
      opened({
        prefill: { name: 'Ana ', email: 'ana@example.org', anonymous: false, message: ' Ánimo ' },
      }),
      presses(),
    );
    expect(requestsOf(pressed)).toMatchObject([{ kind: 'check_form' }]);
    const saving = then(pressed, checks('ready'));
    expect(requestsOf(saving)).toMatchObject([
      {
        kind: 'save_donation',
        choices: {
          amount: 50,
          name: 'Ana',
          email: 'ana@example.org',
          anonymous: false,
          message: 'Ánimo',
          method: 'card',
        },
      },
    ]);
    const paying = then(saving, saves(ok({ amount: 50 })));
    expect(requestsOf(paying)).toMatchObject([
      { kind: 'confirm_payment', payer: { amount: 50, name: 'Ana', email: 'ana@example.org' } },
    ]);
  });

  it('pressed twice pays once', () => {
    const once = then(opened(), presses());
    expect(then(once, presses())).toBe(once);
    expect(then(confirming, presses())).toBe(confirming);
  });

  it('does nothing while the page shows no form', () => {
    const waiting = then(confirming, confirms({ kind: 'sent' }));
    expect(then(waiting, presses())).toBe(waiting);
  });

  it('keeps what is being paid from changing', () => {
    for (const change of [chooses(100), choosesWallet, on({ type: 'amount_left' })])
      expect(change(confirming)).toBe(confirming);
  });

  it.each<[string, Step, Partial<PayPressed>, object]>([
    ['an amount that is none', chooses('other', 'fifty'), {}, { amount: { error: 'not_a_number' } }],
    ['no amount', chooses('other', ''), {}, { amount: { error: 'empty' } }],
    [
      'an email that is none',
      on({
        type: 'details_changed',
        details: { name: '', email: 'ana', anonymous: false, message: '' },
        field: 'email',
      }),
      {},
      { detailErrors: { email: 'emailInvalid' } },
    ],
    [
      'a card number for a name',
      on({
        type: 'details_changed',
        details: { name: '4242424242424242', email: '', anonymous: false, message: '' },
        field: 'name',
      }),
      {},
      { detailErrors: { name: 'looksLikeCard' } },
    ],
    [
      'fields of the method that are empty',
      (state) => state,
      { methodForm: { ...METHOD_FORM, errors: [BANK_MISSING] } },
      { methodErrors: [BANK_MISSING] },
    ],
  ])('refuses %s, and sends nothing', (_name, change, press, errors) => {
    const state = then(opened(), change, presses(press));
    expect(state.form).toMatchObject({ notice: { kind: 'errors' }, ...errors });
    expect(requestsOf(state)).toEqual([]);
    expect(state.payment).toBeNull();
  });

  it('asks for what the method needs, and not for what its form asks itself', () => {
    const pse = { method: 'bank_transfer', form: 'pse', min: 1, max: 500, options: [] } as const;
    const bank = opened({ methods: ['bank_transfer'], redirects: [{ ...pse, options: [] }] });
    const state = then(bank, presses({ methodForm: { errors: [], donorName: 'Rosa' } }));
    expect(state.form.detailErrors).toEqual({ email: 'emailRequired' });
    // The other text offers to leave it blank.
    const details = { name: '', email: 'rosa@', anonymous: false, message: '' };
    const wrong = then(
      bank,
      on({ type: 'details_changed', details, field: 'email' }),
      presses({ methodForm: { errors: [], donorName: 'Rosa' } }),
    );
    expect(wrong.form.detailErrors).toEqual({ email: 'emailRequired' });
  });

  it.each([
    ['needs_cookies', { hasCookies: false }],
    ['not_ready', { methodForm: null }],
  ] as const)('says %s before anything is sent', (kind, press) => {
    const state = then(opened(), presses(press));
    expect(state.form.notice).toEqual({ kind });
    expect(requestsOf(state)).toEqual([]);
  });

  it('forgets an error at a field once the donor corrects it', () => {
    const details = { name: '', email: 'ana', anonymous: false, message: '' };
    const wrong = then(opened({ prefill: details }), presses());
    const corrected = { ...details, email: 'ana@example.org' };
    const state = then(wrong, on({ type: 'details_changed', details: corrected, field: 'email' }));
    expect(state.form.detailErrors.email).toBeUndefined();
    const shown = then(wrong, on({ type: 'details_changed', details, field: 'anonymous' }));
    expect(shown.form.detailErrors.email).toBe('emailInvalid');
  });
});

describe('a wallet whose sheet the donor has confirmed', () => {
  const WALLET = { amount: 50, name: 'Wanda', email: 'wanda@example.org' };
  const confirmsSheet = (wallet: Partial<typeof WALLET> = {}) => presses({ wallet: { ...WALLET, ...wallet } });
  const typed = (name: string, email: string) => opened({ prefill: { name, email, anonymous: false, message: '' } });

  it('pays without a word typed: one tap and the sheet; its name and email are used', () => {
    const checked = then(opened(), confirmsSheet());
    expect(requestsOf(checked)).toMatchObject([{ kind: 'check_form', by: 'wallet' }]);
    const saving = then(checked, checks('ready'));
    expect(requestIn(saving, 'save_donation').choices).toEqual({
      ...WALLET,
      anonymous: false,
      message: '',
      method: 'card',
    });
    const paying = then(saving, saves(ok({ amount: 50 })));
    expect(requestIn(paying, 'confirm_payment').payer).toEqual(WALLET);
  });

  it('gives way to what the donor typed, and what of it cannot be stored is left out', () => {
    const own = then(typed('Ana', 'ana@example.org'), confirmsSheet());
    expect(own.payment?.payer).toEqual({ amount: 50, name: 'Ana', email: 'ana@example.org' });
    const strange = then(opened(), confirmsSheet({ name: 'W'.repeat(200), email: 'nowhere' }));
    expect(strange.payment?.payer).toEqual({ amount: 50, name: '', email: '' });
  });

  it('charges nothing where the sheet showed another amount than the page', () => {
    const state = then(opened(), chooses(100), confirmsSheet());
    expect(state).toMatchObject({
      payment: null,
      form: { notice: { kind: 'started_again', amount: 100 } },
    });
    expect(requestsOf(state)).toEqual([]);
  });

  it('confirmed twice, or beside the button, pays once', () => {
    const once = then(opened(), confirmsSheet());
    expect(then(once, confirmsSheet(), presses())).toBe(once);
  });
});

describe('a press with an amount that the donor has changed', () => {
  it.each(['card', 'wallet'] as const)('saves and pays it at once: %s', (method) => {
    const chosen = on({ type: 'method_chosen', method, donorName: '' });
    const checked = then(opened(), chosen, chooses(100), presses(), checks('ready'));
    expect(requestIn(checked, 'save_donation').choices).toMatchObject({ amount: 100 });
    const paying = then(checked, saves(ok({ amount: 100 })));
    expect(requestIn(paying, 'confirm_payment').payer.amount).toBe(100);
  });

  it('keeps it when the payment is declined', () => {
    const declined = then(
      opened(),
      chooses(100),
      presses(),
      checks('ready'),
      saves(ok({ amount: 100 })),
      confirms({ kind: 'declined', text: 'generic' }),
    );
    expect(declined.form.amount).toMatchObject({ choice: 100, payable: 100 });
  });
});

describe('a payment', () => {
  it('is not confirmed while the form lacks something, or is not there', () => {
    for (const result of ['incomplete', 'form_failed', 'not_ready'] as const) {
      const state = then(opened(), presses(), checks(result));
      expect(state).toMatchObject({ payment: null, form: { notice: { kind: result } } });
      expect(requestsOf(state)).toEqual([]);
    }
  });

  it('is not confirmed when the donation cannot be saved', () => {
    const state = then(opened(), presses(), checks('ready'), saves(failed(OFFLINE)));
    expect(state).toMatchObject({ payment: null, form: { notice: { kind: 'not_saved', failure: OFFLINE } } });
    expect(requestsOf(state)).toEqual([]);
  });

  it('shows at its field what the server alone refuses, until it is edited', () => {
    const fields = ['email', 'message', 'time_zone'];
    const state = then(opened(), presses(), checks('ready'), saves(failed({ kind: 'fields', fields })));
    expect(state).toMatchObject({ payment: null, form: { notice: { kind: 'errors' }, methodStep: 0 } });
    expect(state.form.detailErrors).toEqual({ email: 'emailInvalid', message: 'refused' });
    expect(requestsOf(state)).toEqual([]);
    const amount = then(opened(), presses(), checks('ready'), saves(failed({ kind: 'fields', fields: ['amount'] })));
    expect(amount.form).toMatchObject({ notice: { kind: 'errors' }, amount: { error: 'refused' } });
    const other = then(opened(), presses(), checks('ready'), saves(failed({ kind: 'fields', fields: ['locale'] })));
    expect(other.form.notice).toMatchObject({ kind: 'not_saved' });
  });

  it('is not confirmed where the server has another amount than the page shows', () => {
    const state = then(opened(), presses(), checks('ready'), saves(ok({ amount: 80 })));
    expect(state.form.notice).toEqual({ kind: 'started_again', amount: 50 });
    expect(state.form.amount).toMatchObject({ choice: 50, payable: 50 });
    expect(requestsOf(state)).toEqual([]);
  });

  it('is not confirmed for a robot; a person is told and can press again', () => {
    const pressed = then(opened(), presses({ website: 'https://spam.example' }), checks('ready'));
    expect(requestIn(pressed, 'save_donation').choices.website).toBe('https://spam.example');
    const state = then(pressed, saves(ok({ amount: 50, held: true })));
    expect(state).toMatchObject({ payment: null, form: { notice: { kind: 'honeypot' } } });
    expect(kindsOf(then(state, presses()))).toEqual(['check_form']);
  });

  it('is confirmed beside one that may still arrive only once the donor knows of that', () => {
    const beside = ok({ amount: 50, beside: 'wallet' } as const);
    const warned = then(opened(), presses(), checks('ready'), saves(beside));
    expect(warned).toMatchObject({
      payment: null,
      form: { notice: { kind: 'concurrent_payment', method: 'wallet' } },
    });
    const again = then(warned, presses(), checks('ready'), saves(beside));
    expect(kindsOf(again)).toEqual(['confirm_payment']);
  });

  it.each<[string, PayOutcome, object]>([
    ['sent', { kind: 'sent' }, { isSent: true, wasKnown: false }],
    [
      'sent and processed',
      { kind: 'sent', processing: true },
      { isSent: true, wasKnown: true, progress: { waitingFor: 'card', processing: true } },
    ],
    ['lost on the way', { kind: 'uncertain' }, { isSent: false, wasKnown: false }],
    [
      'left at the wallet',
      { kind: 'returned', method: 'wallet' },
      { isSent: false, progress: { waitingFor: 'wallet', processing: false } },
    ],
  ])('that was %s is waited for, polling at once', (_name, outcome, step) => {
    const state = then(confirming, confirms(outcome));
    expect(state).toMatchObject({ payment: null, step: { kind: 'waiting', polls: 0, ...step } });
    expect(requestsOf(state)).toMatchObject([{ kind: 'retrieve_status', delayMs: 0 }]);
  });

  it.each<[PayOutcome, object]>([
    [
      { kind: 'declined', text: 'insufficientFunds' },
      { kind: 'card_declined', text: 'insufficientFunds' },
    ],
    [{ kind: 'incomplete' }, { kind: 'incomplete' }],
    [{ kind: 'invalid_fields', errors: [PHONE_WRONG] }, { kind: 'errors' }],
    [
      { kind: 'not_started', failure: OFFLINE },
      { kind: 'not_started', failure: OFFLINE },
    ],
  ])('with the outcome %j leaves the form as it was, with a message', (outcome, notice) => {
    const state = then(confirming, confirms(outcome));
    expect(state).toMatchObject({ payment: null, step: { kind: 'form' }, form: { notice } });
    const { methodErrors } = state.form;
    expect(methodErrors).toEqual(outcome.kind === 'invalid_fields' ? outcome.errors : []);
    expect({ ...state.form, notice: null, methodErrors: [] }).toEqual({ ...confirming.form, notice: null });
    expect(kindsOf(then(state, presses()))).toEqual(['check_form']);
  });

  it('whose amount the gateway does not take says so at the amount, until it changes', () => {
    const failure: Failure = { kind: 'fields', fields: ['amount'] };
    const refused = then(confirming, confirms({ kind: 'not_started', failure }));
    expect(refused.form.amount.error).toBe('refused');
    expect(then(refused, presses()).form).toMatchObject({
      notice: { kind: 'errors' },
      amount: { error: 'refused' },
    });
    expect(then(refused, chooses(100)).form.amount.error).toBeNull();
  });
});

describe('a payment intent that was of no more use', () => {
  it('is explained by the server', () => {
    expect(kindsOf(stale)).toEqual(['retrieve_status']);
  });

  it.each<[string, ConfirmationView, object]>([
    ['another tab paid', PAID, { step: { kind: 'ended', status: PAID }, payment: null }],
    ['the link expired', EXPIRED, { step: { kind: 'ended', status: EXPIRED }, payment: null }],
    ['its cause has stopped', STOPPED, { step: { kind: 'ended', status: STOPPED }, payment: null }],
    [
      'another tab’s card is processed',
      { ...OPEN, waitingFor: 'card', processing: true },
      { step: { kind: 'waiting', isSent: true, progress: { waitingFor: 'card' } }, payment: null },
    ],
    [
      'its cause has stopped while a card is processed',
      { ...STOPPED, waitingFor: 'card', processing: true },
      { step: { kind: 'waiting', isSent: true, progress: { waitingFor: 'card' } }, payment: null },
    ],
    [
      'card payments pause',
      { ...OPEN, cardLocked: true },
      { step: { kind: 'form' }, form: { round: 1, notice: null }, payment: null },
    ],
  ])('because %s', (_name, status, expected) => {
    expect(then(stale, retrieves(ok(status)))).toMatchObject(expected);
  });

  it('is not called a failure when the server cannot be asked', () => {
    expect(then(stale, retrieves(failed(OFFLINE))).step).toMatchObject({ kind: 'waiting', isSent: false });
  });

  it('leaves the form as it was where the link is open: the donor presses again', () => {
    const state = then(stale, retrieves(ok(OPEN)));
    expect(state.form).toEqual({ ...confirming.form, notice: { kind: 'started_again', amount: 50 } });
    expect(requestsOf(state)).toEqual([]);
    expect(kindsOf(then(state, presses()))).toEqual(['check_form']);
  });
});

describe('a page that the server refuses as a whole', () => {
  const refusals: [Failure, object][] = [
    [{ kind: 'not_accepting' }, { kind: 'ended', status: { status: 'open', acceptance: 'not_accepting' } }],
    [
      { kind: 'not_payable', status: 'expired' },
      { kind: 'waiting', isSent: false, wasKnown: false },
    ],
    [{ kind: 'processing' }, { kind: 'waiting', isSent: true, progress: { waitingFor: 'card' } }],
  ];

  it.each(refusals)('%j: when the donation is saved', (failure, step) => {
    const state = then(opened(), presses(), checks('ready'), saves(failed(failure)));
    expect(state).toMatchObject({ step, payment: null });
  });

  it.each(refusals)('%j: when the method’s form is prepared', (failure, step) => {
    expect(then(opened(), on({ type: 'method_refused', failure })).step).toMatchObject(step);
  });

  it.each(refusals)('%j: when a redirect is started', (failure, step) => {
    const state = then(confirming, confirms({ kind: 'not_started', failure }));
    expect(state).toMatchObject({ step, payment: null });
  });

  it('goes on where only the amount is refused, or the gateway is down', () => {
    const amount = on({ type: 'method_refused', failure: { kind: 'fields', fields: ['amount'] } });
    expect(then(opened(), amount)).toMatchObject({
      step: { kind: 'form' },
      form: { amount: { error: 'refused' } },
    });
    const down = on({ type: 'method_refused', failure: { kind: 'unavailable', seconds: 5 } });
    const state = opened();
    expect(then(state, down)).toBe(state);
  });
});

describe('waiting', () => {
  const sent = then(confirming, confirms({ kind: 'sent' }));
  const lost = then(confirming, confirms({ kind: 'uncertain' }));
  const processing = then(confirming, confirms({ kind: 'sent', processing: true }));
  it('polls until the link is completed, and then no more', () => {
    const state = then(sent, ...times(2, retrieves(ok(OPEN))), retrieves(ok(PAID)));
    expect(state.step).toEqual({ kind: 'ended', status: PAID });
    expect(requestsOf(state)).toEqual([]);
  });

  it('pauses longer after each poll, and as long as the server asks for', () => {
    expect(requestIn(then(sent, retrieves(ok(OPEN))), 'retrieve_status').delayMs).toBe(1_000);
    expect(requestIn(then(sent, ...times(30, retrieves(ok(OPEN)))), 'retrieve_status').delayMs).toBe(30_000);
    const limited = retrieves(failed({ kind: 'too_many', seconds: 20 }));
    expect(requestIn(then(sent, limited), 'retrieve_status').delayMs).toBe(20_000);
  });

  it('goes on when the server cannot be reached, and says so', () => {
    const state = then(lost, ...times(3, retrieves(failed(OFFLINE))));
    expect(state.step).toMatchObject({ kind: 'waiting', isUnreachable: true });
    expect(screenOf(state)).toBe('confirming');
    expect(then(state, retrieves(ok(PAID))).step.kind).toBe('ended');
  });

  it('never doubts a payment that was sent; one that was perhaps never sent may be tried again', () => {
    expect(screenOf(then(sent, ...times(9, retrieves(ok(OPEN)))))).toBe('confirming');
    expect(screenOf(then(lost, ...times(2, retrieves(ok(OPEN)))))).toBe('confirming');
    expect(screenOf(then(lost, ...times(3, retrieves(ok(OPEN)))))).toBe('not_received');
  });

  it('tells a card payment that is processed, and one that was redirected, from the others', () => {
    expect(screenOf(processing)).toBe('processing');
    expect(screenOf(opened({ waitingFor: 'wallet' }))).toBe('redirected');
    const wallet = retrieves(ok({ ...OPEN, waitingFor: 'wallet' }));
    expect(screenOf(then(returned(), wallet))).toBe('confirming');
    expect(screenOf(then(returned(), ...times(3, wallet)))).toBe('redirected');
  });

  it('ends once a card payment that was processed is so no more, and brought nothing: the form is back', () => {
    const still = then(processing, retrieves(ok({ ...OPEN, waitingFor: 'card', processing: true })));
    expect(still.step.kind).toBe('waiting');
    const state = then(still, retrieves(ok(OPEN)));
    expect(state).toMatchObject({
      step: { kind: 'form' },
      form: { notice: { kind: 'declined_later', method: 'card' } },
    });
    expect(state.form.details).toEqual(confirming.form.details);
    expect(kindsOf(then(state, presses()))).toEqual(['check_form']);
  });

  it('ends when a bank or wallet declines: the form is back, and says so', () => {
    const state = then(opened({ waitingFor: 'wallet' }), retrieves(ok({ ...OPEN, declined: true })));
    expect(state).toMatchObject({
      step: { kind: 'form' },
      form: { notice: { kind: 'declined_later', method: 'wallet' }, wasShown: true },
    });
  });

  it('ends when money is refunded, whatever the status', () => {
    const state = then(sent, retrieves(ok({ ...OPEN, refund: REFUND })));
    expect(state).toMatchObject({ step: { kind: 'form' }, refund: REFUND });
  });

  it('ends where the cause has stopped, whatever became of the payment, unless the gateway is deciding it', () => {
    const wallet = opened({ waitingFor: 'wallet' });
    const waitsForWallet = { ...STOPPED, waitingFor: 'wallet' } as const;
    for (const status of [STOPPED, { ...STOPPED, declined: true }, waitsForWallet, { ...STOPPED, refund: REFUND }])
      for (const waiting of [wallet, sent, lost, processing, returned()])
        expect(then(waiting, retrieves(ok(status))).step).toEqual({ kind: 'ended', status });
    const paid = { ...waitsForWallet, processing: true };
    expect(screenOf(then(wallet, retrieves(ok(paid))))).toBe('redirected');
    expect(returned({ acceptance: 'not_accepting', declined: true }, true).step.kind).toBe('ended');
  });

  it('goes on where the server of the release before does not tell whether the cause accepts', () => {
    const { acceptance: _, ...before } = OPEN;
    for (const waiting of [sent, lost, processing]) {
      const { step } = then(waiting, retrieves(ok({ ...before, waitingFor: 'card' } as ConfirmationView)));
      expect(step.kind).toBe('waiting');
    }
  });

  it('is over when the donor pays another way: the payment before is given up, and its polls are ignored', () => {
    const waiting = opened({ waitingFor: 'wallet' });
    const state = then(waiting, on({ type: 'another_way_chosen' }));
    expect(state).toMatchObject({ step: { kind: 'form' }, form: { startOver: true, wasShown: true } });
    const late = { type: 'status_retrieved', id: requestIn(waiting, 'retrieve_status').id } as const;
    expect(reduce(state, { ...late, answer: ok({ ...OPEN, declined: true }) })).toBe(state);
  });

  it('offers the methods anew to a donor who pays another way, at the first step', () => {
    const waiting = opened({ waitingFor: 'wallet' });
    const atReview = { ...waiting, form: { ...waiting.form, methodStep: 2 } };
    const { form } = then(atReview, on({ type: 'another_way_chosen' }));
    expect(form).toMatchObject({ method: null, methodStep: 0, startOver: true });
  });

  it('resumes a redirect payment once, and says where it cannot', () => {
    expect(then(returned(), on({ type: 'resume_pressed' }))).toEqual(returned());
    const waiting = opened({ waitingFor: 'wallet' });
    const busy = then(waiting, on({ type: 'resume_pressed' }));
    const { id, method } = requestIn(busy, 'resume');
    expect(method).toBe('wallet');
    expect(then(busy, on({ type: 'resume_pressed' }))).toBe(busy);
    const failedState = reduce(busy, { type: 'resumed', id, failure: OFFLINE });
    expect(failedState.step).toMatchObject({ kind: 'waiting', resume: null, resumeFailure: OFFLINE });
    expect(reduce(failedState, { type: 'resumed', id, failure: null })).toBe(failedState);
    const again = then(failedState, on({ type: 'resume_pressed' }));
    expect(again.step).toMatchObject({ resumeFailure: null });
    // A poll that was on its way does not end it.
    expect(then(again, retrieves(ok({ ...OPEN, waitingFor: 'wallet' }))).step).toMatchObject({
      resume: { id: requestIn(again, 'resume').id },
    });
  });
});

describe('a page that the browser kept, or whose link’s time is over', () => {
  const inDoubt = on({ type: 'status_in_doubt' });

  it('asks once, and says how the link ended', () => {
    const asking = then(opened(), inDoubt);
    expect(kindsOf(asking)).toEqual(['retrieve_status']);
    expect(then(asking, retrieves(ok(EXPIRED))).step).toEqual({ kind: 'ended', status: EXPIRED });
    expect(requestsOf(then(asking, retrieves(ok(OPEN))))).toEqual([]);
    expect(then(asking, retrieves(failed(OFFLINE))).step).toEqual({ kind: 'form' });
  });

  it('polls at once while it waits', () => {
    const waiting = then(confirming, confirms({ kind: 'sent' }), retrieves(ok(OPEN)));
    const before = requestIn(waiting, 'retrieve_status').id;
    const state = then(waiting, inDoubt);
    expect(requestsOf(state)).toMatchObject([{ kind: 'retrieve_status', delayMs: 0 }]);
    expect(reduce(state, { type: 'status_retrieved', id: before, answer: ok(PAID) })).toBe(state);
  });

  it('leaves a payment that is under way alone: its outcome tells', () => {
    const asking = then(confirming, inDoubt);
    const state = then(asking, retrieves(ok(EXPIRED)));
    expect(state.step.kind).toBe('form');
    expect(kindsOf(state)).toEqual(['confirm_payment']);
    expect(then(state, confirms({ kind: 'sent' })).step.kind).toBe('waiting');
  });

  it('keeps an end up to date', () => {
    const ended = then(opened(), inDoubt, retrieves(ok(EXPIRED)));
    const refunded = { ...EXPIRED, refund: REFUND };
    expect(then(ended, inDoubt, retrieves(ok(refunded))).step).toEqual({ kind: 'ended', status: refunded });
  });
});

describe('the method', () => {
  it('that is chosen keeps the others’ forms, takes over a name, and clears what was said of the other', () => {
    const declined = then(confirming, confirms({ kind: 'declined', text: 'generic' }));
    const state = then(declined, on({ type: 'method_chosen', method: 'wallet', donorName: 'Rosa Díaz' }));
    expect(state.form).toMatchObject({
      method: 'wallet',
      visited: ['card', 'wallet'],
      details: { name: 'Rosa Díaz' },
      notice: null,
    });
    const back = then(state, on({ type: 'method_chosen', method: 'card', donorName: 'Somebody else' }));
    expect(back.form).toMatchObject({ visited: ['card', 'wallet'], details: { name: 'Rosa Díaz' } });
  });

  it('can be changed without losing why the donor was sent back', () => {
    const state = then(opened({ declined: true }), on({ type: 'method_chosen', method: 'wallet', donorName: '' }));
    expect(state.form.notice).toEqual({ kind: 'declined_later', method: 'wallet' });
  });
});

describe('a method that cannot be paid with now', () => {
  const off = (method: 'card' | 'wallet', reason: 'paused' | 'slow' | null) =>
    on({ type: 'method_off', method, reason });

  it('turns the button off with the reason, and says when that is over', () => {
    const paused = then(opened(), off('card', 'paused'));
    expect(paused.form.off).toBe('paused');
    expect(then(paused, off('card', null)).form.off).toBe('over');
    expect(then(opened(), off('card', null)).form.off).toBeNull();
  });

  it('says nothing of another method, whose form is there', () => {
    const other = then(
      opened(),
      off('card', 'paused'),
      on({ type: 'method_chosen', method: 'wallet', donorName: '' }),
      off('card', 'slow'),
    );
    expect(other.form.off).toBeNull();
  });
});

describe('a page that is opened while a card is charged', () => {
  const opening = opened({ confirming: true });

  it('says that a payment is under way, and offers the form again only where none was received', () => {
    expect(screenOf(opening)).toBe('confirming');
    expect(screenOf(then(opening, ...times(3, retrieves(ok(OPEN)))))).toBe('not_received');
    expect(then(opening, retrieves(ok(PAID))).step.kind).toBe('ended');
  });

  it('leads back to the form when the donor wants it, and there alone', () => {
    const form = then(opening, ...times(3, retrieves(ok(OPEN))), on({ type: 'form_wanted' }));
    expect(form).toMatchObject({ step: { kind: 'form' }, form: { wasShown: true, startOver: false } });
    expect(kindsOf(then(form, presses()))).toEqual(['check_form']);
    expect(then(opened(), on({ type: 'form_wanted' }))).toEqual(opened());
  });

  it('shows the form where the address asks for a method', () => {
    expect(opened({ confirming: true }, 'card').step.kind).toBe('form');
  });
});

describe('after a return from a bank', () => {
  it('the page waits, whatever the address says', () => {
    expect(returned().step).toMatchObject({ kind: 'waiting', isSent: false, wasKnown: false });
    expect(returned({ waitingFor: 'card' }).step).toMatchObject({ wasKnown: true });
  });

  it('and the gateways answered, their answer is shown at once', () => {
    const stepOf = (view: Partial<CheckoutView>) => returned(view, true).step;
    expect(stepOf({ link: { ...VIEW.link, status: 'completed' } })).toMatchObject({
      kind: 'ended',
      status: { status: 'completed' },
    });
    expect(screenOf(returned({ waitingFor: 'wallet' }, true))).toBe('redirected');
    expect(screenOf(returned({ waitingFor: 'card', processing: true }, true))).toBe('processing');
    expect(returned({ declined: true }, true).form.notice).toEqual({
      kind: 'declined_later',
      method: 'wallet',
    });
    expect(returned({ cardDeclined: true }, true).form.notice).toEqual({
      kind: 'declined_later',
      method: 'card',
    });
    expect(returned({ refund: REFUND }, true)).toMatchObject({ step: { kind: 'form' }, refund: REFUND });
  });

  it('and the gateways know of no payment, the page says so, keeps looking and thanks once one comes', () => {
    const nothing = returned({}, true);
    expect(screenOf(nothing)).toBe('not_received');
    expect(then(nothing, retrieves(ok(PAID))).step).toMatchObject({ kind: 'ended' });
  });

  it.each([
    [{ ...OPEN, declined: true }, 'wallet'],
    [OPEN, 'card'],
  ] as const)('%j is a decline', (status, method) => {
    const state = then(returned({ waitingFor: 'card' }), retrieves(ok(status)));
    expect(state.form.notice).toEqual({ kind: 'declined_later', method });
  });
});

/** What a server, a gateway, a donor and a network may do, in any order. */
const anything = (() => {
  const failure = fc.constantFrom<Failure>(
    OFFLINE,
    { kind: 'not_payable', status: 'expired' },
    { kind: 'not_accepting' },
    { kind: 'processing' },
    { kind: 'too_many', seconds: 7 },
    { kind: 'fields', fields: ['amount'] },
  );
  const answer = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Answer<Value>> =>
    fc.oneof({ weight: 9, arbitrary: value.map(ok) }, { weight: 1, arbitrary: failure.map(failed) });
  const saved = answer(
    fc.oneof(
      fc.constantFrom(50, 50, 50, 80, 100).map((amount): SavedDonation => ({ amount })),
      fc.constant<SavedDonation>({ amount: 50, held: true }),
      fc.constant<SavedDonation>({ amount: 50, beside: 'wallet' }),
    ),
  );
  const status = answer(
    fc.constantFrom(
      OPEN,
      PAID,
      EXPIRED,
      STOPPED,
      { ...OPEN, declined: true },
      { ...OPEN, waitingFor: 'card' as const },
      {
        ...OPEN,
        waitingFor: 'wallet' as const,
      },
    ),
  );
  const outcome = fc.constantFrom<PayOutcome>(
    { kind: 'sent' },
    { kind: 'uncertain' },
    { kind: 'stale' },
    { kind: 'declined', text: 'generic' },
    { kind: 'returned', method: 'wallet' },
    { kind: 'not_started', failure: OFFLINE },
  );
  const id = fc.nat({ max: 30 });
  const acts = fc.constantFrom<CheckoutEvent>(
    PRESS,
    PRESS,
    PRESS,
    { type: 'language_changed', formatLocale: 'de-DE' },
    { ...PRESS, methodForm: null },
    { type: 'amount_changed', choice: 100, text: '' },
    { type: 'amount_changed', choice: 50, text: '' },
    { type: 'amount_changed', choice: 'other', text: '7O' },
    { type: 'amount_left' },
    { type: 'status_in_doubt' },
    { type: 'resume_pressed' },
    { type: 'another_way_chosen' },
    { type: 'form_wanted' },
    { type: 'method_chosen', method: 'card', donorName: '' },
    { type: 'method_chosen', method: 'wallet', donorName: 'Rosa' },
    { type: 'method_edited' },
    { type: 'step_chosen', step: 1 },
  );
  const others = fc.oneof(
    failure.map((refusal): CheckoutEvent => ({ type: 'method_refused', failure: refusal })),
    fc.record({ type: fc.constant('donation_saved' as const), id, answer: saved }),
    fc.record({ type: fc.constant('status_retrieved' as const), id, answer: status }),
    fc.record({ type: fc.constant('payment_confirmed' as const), id, outcome }),
    fc.record({
      type: fc.constant('form_checked' as const),
      id,
      result: fc.constantFrom('ready' as const, 'incomplete' as const),
    }),
    fc.record({ type: fc.constant('resumed' as const), id, failure: fc.option(failure) }),
  );
  const event = fc.oneof({ weight: 20, arbitrary: acts }, { weight: 1, arbitrary: others });
  return fc.record({ event, answers: fc.record({ saved, status, outcome }), pick: fc.nat({ max: 99 }) });
})();
type Happening = typeof anything extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * The answer to a request that the state waits for, so that many runs get as far as paying. Every fourth event is left as
 * it is; the ids of its answers are outdated.
 */
function answering(state: CheckoutState, { event, answers, pick }: Happening): CheckoutEvent {
  const requests = requestsOf(state);
  const request = requests[pick % Math.max(requests.length, 1)];
  if (!request || pick % 4 === 0) return event;
  const { id } = request;
  switch (request.kind) {
    case 'rest':
      return { type: 'amount_rested', id };
    case 'check_form':
      return { type: 'form_checked', id, result: 'ready' };
    case 'save_donation':
      return { type: 'donation_saved', id, answer: answers.saved };
    case 'confirm_payment':
      return { type: 'payment_confirmed', id, outcome: answers.outcome };
    case 'retrieve_status':
      return { type: 'status_retrieved', id, answer: answers.status };
    case 'resume':
      return { type: 'resumed', id, failure: null };
    default:
      return unreachable(request);
  }
}

describe('whatever happens, in whatever order', () => {
  it('shows that the card was declined as soon as a poll says so, where the server could not tell at once', () => {
    const state = then(returned(), retrieves(ok({ ...OPEN, cardDeclined: true })));
    expect(state.form.notice).toEqual({ kind: 'declined_later', method: 'card' });
    // Not before a wallet has decided, nor where this page may have sent another try.
    const wallet = { ...OPEN, cardDeclined: true, waitingFor: 'wallet' } as const;
    expect(then(returned(), retrieves(ok(wallet))).step.kind).toBe('waiting');
    const reloaded = openCheckout({ view: { ...VIEW, confirming: true }, formatLocale: 'en-US', pay: null });
    expect(then(reloaded, retrieves(ok({ ...OPEN, cardDeclined: true }))).step.kind).toBe('waiting');
  });

  it('a payment is confirmed only for the amount that the page showed and the server confirmed last', () => {
    let confirmed = 0;
    fc.assert(
      fc.property(fc.array(anything, { minLength: 20, maxLength: 60 }), (happenings) => {
        let state = opened();
        let pressed = 0;
        for (const each of happenings) {
          const before = state;
          const event = answering(state, each);
          state = reduce(state, event);
          if (event.type === 'pay_pressed' && !before.payment && state.payment) pressed += 1;
          const isNew = state.payment?.stage === 'confirming' && before.payment?.stage !== 'confirming';
          if (!isNew) continue;
          confirmed += 1;
          pressed -= 1;
          expect(event).toMatchObject({
            type: 'donation_saved',
            answer: { value: { amount: state.payment?.payer.amount } },
          });
        }
        expect(pressed).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(500, 2_000) },
    );
    expect(confirmed).toBeGreaterThan(100);
  });

  it('each request has an id of its own, and a payment or a waiting page always has one under way', () => {
    fc.assert(
      fc.property(fc.array(anything, { minLength: 20, maxLength: 60 }), (happenings) => {
        let state = opened();
        for (const each of happenings) {
          const before = state;
          state = reduce(state, answering(state, each));
          const ids = requestsOf(state).map(({ id }) => id);
          const same = ids.map((wanted) => requestsOf(before).find(({ id }) => id === wanted));
          // Where nothing is wrong nothing is asserted: that would cost more than the machine.
          const isRight =
            new Set(ids).size === ids.length &&
            requestsOf(state).every((request, n) =>
              same[n] ? isDeepStrictEqual(request, same[n]) : request.id > before.lastId,
            ) &&
            ((!state.payment && state.step.kind !== 'waiting') || ids.length > 0);
          if (!isRight) expect({ requests: requestsOf(state), before: same, step: state.step }).toBe('right');
        }
      }),
      { numRuns: runs(500, 2_000) },
    );
  });
});

describe('a form with steps', () => {
  const pse = { method: 'bank_transfer', form: 'pse', min: 1, max: 500, options: [] } as const;
  const ANA: Details = { name: '', email: 'ana@example.org', anonymous: false, message: '' };
  const bank = then(
    fresh({ methods: ['bank_transfer', 'card'], redirects: [{ ...pse, options: [] }] }, 'bank_transfer'),
    on({ type: 'details_changed', details: ANA, field: 'email' }),
  );
  const form = (...errors: FormError[]): Partial<PayPressed> => ({
    methodForm: { errors, donorName: 'Ana' },
  });
  const PHONE = PHONE_WRONG;
  const BANK: FormError = { ...BANK_MISSING, step: 1 };
  const goes = (step: number) => on({ type: 'step_chosen', step });

  it('goes on to the next one that lacks something, and pays from the last one only', () => {
    const second = then(bank, presses(form(BANK)));
    expect(second.form).toMatchObject({ methodStep: 1, notice: null, methodErrors: [] });
    const third = then(second, presses(form()));
    expect(third.form.methodStep).toBe(2);
    expect(kindsOf(third)).toEqual([]);
    expect(kindsOf(then(third, presses(form())))).toEqual(['check_form']);
  });

  it('stays where it is until the form has come', () => {
    const early = then(bank, presses({ methodForm: null }));
    expect(early.form).toMatchObject({ methodStep: 0, notice: { kind: 'not_ready' } });
  });

  it('names none of its errors until it can name all of them', () => {
    const noEmail = then(bank, on({ type: 'details_changed', details: { ...ANA, email: '' }, field: 'email' }));
    const early = then(noEmail, presses({ methodForm: null }));
    expect(early.form).toMatchObject({ detailErrors: {}, notice: { kind: 'not_ready' } });
    const loaded = then(early, presses(form(PHONE)));
    expect(loaded.form).toMatchObject({
      detailErrors: { email: 'emailRequired' },
      methodErrors: [PHONE],
      notice: { kind: 'errors' },
    });
  });

  it('goes straight back to the review after a change', () => {
    const changed = then(bank, presses(form()), goes(0));
    expect(then(changed, presses(form())).form.methodStep).toBe(2);
  });

  it('shows errors at the step where they belong, and not those of a step that is still ahead', () => {
    expect(then(bank, presses(form(PHONE, BANK))).form).toMatchObject({
      methodStep: 0,
      notice: { kind: 'errors' },
      methodErrors: [PHONE],
    });
    const review = then(bank, presses(form()));
    expect(then(review, presses(form(BANK))).form).toMatchObject({ methodStep: 1, methodErrors: [BANK] });
    const refused = then(
      review,
      presses(form()),
      checks('ready'),
      saves(ok({ amount: 50 })),
      confirms({ kind: 'invalid_fields', errors: [BANK, PHONE] }),
    );
    expect(refused).toMatchObject({ payment: null, form: { methodStep: 0, methodErrors: [PHONE] } });
  });

  it('shows the first one for an amount or an email that cannot be sent', () => {
    const review = then(bank, presses(form()));
    expect(then(review, chooses('other', ''), presses(form())).form.methodStep).toBe(0);
    const cleared = on({ type: 'details_changed', details: { ...ANA, email: '' }, field: 'email' });
    expect(then(bank, cleared, goes(2)).form.methodStep).toBe(0);
  });

  it('goes back and forth without losing anything, and nowhere else', () => {
    const review = then(bank, presses(form()));
    expect(then(review, goes(0)).form).toMatchObject({ methodStep: 0, details: ANA });
    expect(then(review, goes(7)).form.methodStep).toBe(2);
    expect(then(opened(), goes(1)).form.methodStep).toBe(0);
    const paying = then(review, presses(form()));
    expect(then(paying, goes(0))).toBe(paying);
  });

  it('keeps why the donor was sent back on the review', () => {
    const declined = { methods: ['bank_transfer', 'card'] as const, declined: true };
    const back = then(
      fresh({ ...declined, methods: [...declined.methods], redirects: [{ ...pse, options: [] }] }),
      on({ type: 'method_chosen', method: 'bank_transfer', donorName: '' }),
      on({ type: 'details_changed', details: ANA, field: 'email' }),
      goes(2),
    );
    expect(back.form).toMatchObject({ methodStep: 2, notice: { kind: 'declined_later' } });
  });
});

describe('what the tab kept', () => {
  const ANA: Details = { name: 'Ana', email: 'ana@example.org', anonymous: true, message: '' };
  const restores = (method: PaymentMethod | null, amount: number | null = null) =>
    on({ type: 'choices_restored', method, details: ANA, amount });

  it('is there again after a reload: the method, and who gives', () => {
    expect(then(fresh(), restores('wallet')).form).toMatchObject({ method: 'wallet', details: ANA });
  });

  it('has the amount, as it is charged once the donor presses', () => {
    const reloaded = then(fresh(), restores('card', 1234));
    expect(reloaded.form.amount).toMatchObject({
      choice: 'other',
      text: '1,234',
      payable: 1234,
      error: null,
      rest: null,
    });
    expect(then(fresh(), restores('wallet', 100)).form.amount).toMatchObject({ choice: 100, text: '', payable: 100 });
    expect(then(fresh(), restores('wallet', null)).form.amount).toEqual(fresh().form.amount);
  });

  it('does not choose the method again that the donor wants to leave', () => {
    const elsewhere = then(fresh({}, 'other'), restores('wallet'));
    expect(elsewhere.form).toMatchObject({ method: null, details: ANA });
  });

  it('does not replace what the address asks for, and knows only what is offered now', () => {
    expect(then(fresh({}, 'card'), restores('wallet')).form.method).toBe('card');
    expect(then(fresh(), restores('bank_transfer')).form).toMatchObject({ method: null, details: ANA });
  });

  it('leaves a payment under way alone', () => {
    expect(restores('wallet')(confirming)).toBe(confirming);
  });
});

describe('an edit', () => {
  const EMAIL: Details = { name: '', email: 'ana', anonymous: false, message: '' };
  const types = (email: string) => on({ type: 'details_changed', details: { ...EMAIL, email }, field: 'email' });
  const PHONE = PHONE_WRONG;
  const wrong = then(
    opened(),
    chooses('other', ''),
    types('ana'),
    presses({ methodForm: { ...METHOD_FORM, errors: [PHONE] } }),
  );

  it('clears the error of its field, and the message with the last one', () => {
    const { notice } = wrong.form;
    const amount = then(wrong, chooses('other', '7'));
    expect(amount.form).toMatchObject({ amount: { error: null }, detailErrors: { email: 'emailInvalid' } });
    // The very same message: a new one would take the focus from the field.
    expect(amount.form.notice).toBe(notice);
    const email = then(amount, types('ana@'));
    expect(email.form.detailErrors.email).toBeUndefined();
    expect(email.form.notice).toBe(notice);
    const phone = then(email, on({ type: 'method_edited', target: 'pse-phone' }));
    expect(phone.form).toMatchObject({ methodErrors: [], notice: null });
  });

  it('that takes a field away takes its error with it', () => {
    const long: Details = { ...EMAIL, email: '', message: 'x'.repeat(281) };
    const typed = then(opened(), on({ type: 'details_changed', details: long, field: 'message' }), presses());
    expect(typed.form).toMatchObject({ detailErrors: { message: 'messageTooLong' }, notice: { kind: 'errors' } });
    const details = { ...long, anonymous: true };
    const anonymous = then(typed, on({ type: 'details_changed', details, field: 'anonymous' }));
    expect(anonymous.form.detailErrors.message).toBeUndefined();
    expect(anonymous.form.notice).toBeNull();

    const redirects: CheckoutView['redirects'] = [
      { method: 'bank_transfer', form: 'pse', min: 20, max: 500, options: [] },
    ];
    const transfer = then(
      fresh({ methods: ['card', 'bank_transfer'], redirects }),
      on({ type: 'method_chosen', method: 'bank_transfer', donorName: '' }),
      presses(),
    );
    expect(transfer.form.detailErrors).toEqual({ email: 'emailRequired' });
    const card = then(transfer, on({ type: 'method_chosen', method: 'card', donorName: '' }));
    expect(card.form).toMatchObject({ detailErrors: {}, notice: null });
  });

  it('of another field leaves an error alone', () => {
    expect(then(wrong, on({ type: 'method_edited', target: 'pse-city' })).form.methodErrors).toEqual([PHONE]);
  });

  it('clears what was said about the amount or the card before it', () => {
    const moved = then(opened(), presses(), checks('ready'), saves(ok({ amount: 70 })));
    expect(moved.form.notice?.kind).toBe('started_again');
    expect(then(moved, chooses(100)).form.notice).toBeNull();
    const incomplete = then(opened(), presses(), checks('incomplete'));
    expect(then(incomplete, on({ type: 'method_edited' })).form.notice).toBeNull();
    const declined = then(confirming, confirms({ kind: 'declined', text: 'insufficientFunds' }));
    expect(then(declined, types('ana@example.org')).form.notice?.kind).toBe('card_declined');
    expect(then(declined, chooses(25)).form.notice).toBeNull();
  });
});
