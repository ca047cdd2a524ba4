'use client';

import { type FormEvent, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import { AMOUNT_IDS, AmountField } from './amount-field.tsx';
import { amountText } from './amount-text.ts';
import type { Failure } from './api.ts';
import { DetailsFields } from './details-fields.tsx';
import { FormAlert, type FormNotice } from './form-alert.tsx';
import { MethodChooser } from './method-chooser.tsx';
import { boundsOf, METHOD_FORMS } from './methods/registry.ts';
import type { Phase } from './phase.ts';
import { useAmount } from './use-amount.ts';
import { useDetails } from './use-details.ts';
import { useLanguageChange } from './use-language-change.ts';
import { refusesPage, usePayment } from './use-payment.ts';

type Props = {
  view: CheckoutView;
  methods: [PaymentMethod, ...PaymentMethod[]];
  /** Why the donor is back here, if they were sent back. */
  notice?: FormNotice | undefined;
  onPhase: (phase: Phase) => void;
};

/** The donation form: amount, details, payment, one button. */
export function DonationForm({ view, methods, notice, onPhase }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const [method, setMethod] = useState<PaymentMethod>(methods[0]);
  const bounds = boundsOf(view, method);
  const amount = useAmount(view, texts, bounds);
  const details = useDetails(view.prefill, t);
  useLanguageChange(view.link.id, details.details);
  const context = { texts, currency: view.link.currency, bounds, asked: view.link.amount };
  const check = () => [...checkAmount(amount, context), ...details.check()];
  const payment = usePayment({ view, texts, amount, details, check, onPhase });
  const onRefused = useRefusal(amount, onPhase);
  const MethodForm = METHOD_FORMS[method];
  const notices = payment.notices;

  function submit(event: FormEvent): void {
    event.preventDefault();
    payment.submit();
  }

  return (
    <form className="form" noValidate onSubmit={submit} aria-busy={payment.isBusy}>
      {notices.form && <FormAlert notice={notices.form} />}
      {notice && !notices.form && !notices.payment && <FormAlert notice={notice} />}
      <AmountField
        {...{ view, amount }}
        error={amount.problem === null ? undefined : amountText(amount.problem, context)}
      />
      <DetailsFields details={details.details} errors={details.errors} onChange={details.change} />
      <section className="section" aria-labelledby="payment-title">
        <h2 className="section-title" id="payment-title">
          {t('checkout.payment.legend')}
        </h2>
        {notices.payment && <FormAlert notice={notices.payment} />}
        <MethodChooser {...{ methods }} chosen={method} onChoose={setMethod} />
        {MethodForm && (
          <MethodForm
            {...{ view, onRefused }}
            amount={amount.saved}
            round={payment.round}
            register={payment.register}
          />
        )}
      </section>
      <PayButton {...{ view, amount }} isBusy={payment.isBusy} />
    </form>
  );
}

type Amount = ReturnType<typeof useAmount>;

function checkAmount(amount: Amount, context: Parameters<typeof amountText>[1]): FormNotice['items'] {
  const fault = amount.draft.ok ? (amount.problem === 'refused' ? 'refused' : null) : amount.draft.fault;
  if (fault === null) return [];
  amount.setProblem(fault);
  const target = amount.choice === 'other' ? AMOUNT_IDS.text : AMOUNT_IDS.choice;
  return [{ text: amountText(fault, context), target }];
}

/** What a method's form is refused may concern the amount, or the page. The function stays the same between renders. */
function useRefusal(amount: Amount, onPhase: Props['onPhase']): (failure: Failure) => void {
  const latest = useRef({ amount, onPhase });
  latest.current = { amount, onPhase };
  return useCallback((failure) => {
    const now = latest.current;
    if (failure.kind === 'fields' && failure.fields.includes('amount')) now.amount.setProblem('refused');
    else refusesPage(failure, now.onPhase);
  }, []);
}

/** Keeps its label while busy, says what it will charge, and does nothing until the page can. */
function PayButton({ view, amount, isBusy }: { view: CheckoutView; amount: Amount; isBusy: boolean }) {
  const texts = useTexts();
  const { t } = texts;
  const isAlive = useSyncExternalStore(never, yes, no);
  const { saved, draft, isSaving } = amount;
  const shown = money(texts, draft.ok ? draft.amount : saved, view.link.currency);
  return (
    <div className="pay">
      <button
        type="submit"
        className="button button-accent button-wide"
        disabled={!isAlive}
        aria-disabled={isBusy || isSaving}
      >
        {(isBusy || isSaving) && <span className="spinner" aria-hidden="true" />}
        <span suppressHydrationWarning>{t('checkout.payment.pay', { amount: shown })}</span>
      </button>
      <p className="pay-status" role="status">
        {isBusy && <Working />}
        {!isBusy && isSaving && t('checkout.amount.saving')}
        {!isBusy && !isSaving && saved !== view.amountToPay && (
          <span className="visually-hidden">
            {t('checkout.amount.updated', { amount: money(texts, saved, view.link.currency) })}
          </span>
        )}
      </p>
    </div>
  );
}

function Working() {
  const { t } = useTexts();
  return (
    <>
      {t('checkout.payment.working')} {t('checkout.payment.bankAsks')}
    </>
  );
}

const yes = () => true;
const no = () => false;
const never = () => () => {};
