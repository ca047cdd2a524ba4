import { Activity, type FormEvent, useCallback, useRef, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import { AMOUNT_IDS, AmountField } from './amount-field.tsx';
import { amountText } from './amount-text.ts';
import type { Failure } from './api.ts';
import { DetailsFields } from './details-fields.tsx';
import { FormAlert, type FormNotice } from './form-alert.tsx';
import { Instead } from './instead.tsx';
import { prepareAfterPayment } from './load-after-payment.ts';
import { MethodChooser } from './method-chooser.tsx';
import { METHOD_FORMS } from './methods/forms.ts';
import type { MethodProps } from './methods/method.ts';
import { asksOf, boundsOf, formNameOf, methodsTaking } from './methods/offer.ts';
import { OutOfBounds } from './out-of-bounds.tsx';
import { Part } from './part.tsx';
import { PayButton } from './pay-button.tsx';
import type { Phase } from './phase.ts';
import { UnseenField } from './unseen-field.tsx';
import { useAmount } from './use-amount.ts';
import { useDetails } from './use-details.ts';
import { useLanguageChange } from './use-language-change.ts';
import { refusesPage, usePayment } from './use-payment.ts';

type Props = {
  view: CheckoutView;
  methods: PaymentMethod[];
  /** The method chosen at first. */
  initial: PaymentMethod;
  /** The donor gave up a payment that was started before. */
  startsOver: boolean;
  /** Why the donor is back here, if they were sent back. */
  notice?: FormNotice | undefined;
  onPhase: (phase: Phase) => void;
};

/** The donation form: amount, method, details, payment, one button. */
export function DonationForm({ view, methods, initial, startsOver, notice, onPhase }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const [method, setMethod] = useState<PaymentMethod>(initial);
  const bounds = boundsOf(view, method);
  const amount = useAmount(view, texts, bounds);
  const { asksName, needsEmail } = asksOf(view, method);
  const needs = { showsName: !asksName, needsEmail };
  const details = useDetails(view.prefill, t, needs);
  useLanguageChange(view.link.id, details.details);
  const context = { texts, currency: view.link.currency, bounds, asked: view.link.amount };
  const check = () => [...checkAmount(amount, context), ...details.check()];
  const payment = usePayment({ view, texts, amount, details, check, method, onPhase });
  const onRefused = useRefusal(amount, onPhase);
  const visited = useVisited(method);
  const notices = payment.notices;
  const paymentTitle = useRef<HTMLHeadingElement>(null);
  const otherMethods = methodsTaking(view, amount.saved, method);

  function submit(event: FormEvent): void {
    event.preventDefault();
    payment.submit();
  }

  function choose(next: PaymentMethod): void {
    const name = payment.donorName();
    if (name !== '' && details.details.name === '') details.change({ ...details.details, name }, 'name');
    payment.forgetNotices();
    setMethod(next);
  }

  /** By a button that goes away with what it stood in: the focus goes on to the payment. */
  function chooseInstead(next: PaymentMethod): void {
    choose(next);
    paymentTitle.current?.focus();
  }

  return (
    <form
      className="form"
      noValidate
      onSubmit={submit}
      onFocus={prepareAfterPayment}
      onPointerDown={prepareAfterPayment}
      aria-busy={payment.isBusy}
    >
      {notices.form && <FormAlert notice={notices.form} />}
      {notice && !notices.form && !notices.payment && <FormAlert notice={notice} />}
      <AmountField
        {...{ view, amount }}
        error={amount.problem === null ? undefined : amountText(amount.problem, context)}
      />
      <MethodChooser {...{ methods }} chosen={method} onChoose={choose} />
      <OutOfBounds {...{ view, method }} amount={amount} onChoose={chooseInstead} />
      <UnseenField field={payment.unseen} />
      <DetailsFields {...{ needs }} {...details} onChange={details.change} />
      <section className="section" aria-labelledby="payment-title">
        <h2 className="section-title" id="payment-title" tabIndex={-1} ref={paymentTitle}>
          {t('checkout.payment.legend')}
        </h2>
        {notices.payment && (
          <FormAlert notice={notices.payment}>
            {notices.payment.isDecline && <Instead others={otherMethods} onChoose={chooseInstead} />}
          </FormAlert>
        )}
        {visited.map((each) => (
          <Activity key={each} mode={each === method ? 'visible' : 'hidden'}>
            <OneMethod
              {...{ view, onRefused, startsOver }}
              method={each}
              isFirst={each === initial}
              amount={amount.saved}
              others={methodsTaking(view, amount.saved, each)}
              onChoose={chooseInstead}
              round={payment.round}
              register={payment.register}
            />
          </Activity>
        ))}
      </section>
      <PayButton {...{ view, amount, method }} isBusy={payment.isBusy} />
    </form>
  );
}

/** The form of one method. */
function OneMethod({ method, isFirst, ...given }: MethodProps & { method: PaymentMethod; isFirst: boolean }) {
  const name = formNameOf(given.view, method);
  const Form = name && METHOD_FORMS[name];
  if (!Form) return null;
  return (
    <Part isFirst={isFirst}>
      <Form {...given} />
    </Part>
  );
}

/** The methods that were chosen so far: what was typed into their forms is kept while another is on show. */
function useVisited(method: PaymentMethod): PaymentMethod[] {
  const [visited, setVisited] = useState([method]);
  if (!visited.includes(method)) setVisited([...visited, method]);
  return visited;
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
