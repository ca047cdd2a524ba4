import {
  Activity,
  type FormEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, PaymentMethod } from '#lib/payments/views/checkout-view.ts';
import { AmountBounds } from './amount-bounds.tsx';
import { AmountField } from './amount-field.tsx';
import type { Failure } from './api.ts';
import { isUnpayable, readAmount } from './checkout-state.ts';
import { DetailsFields } from './details-fields.tsx';
import { readEarlyInput } from './early-input.ts';
import { amountTarget, FIELD_IDS, noticeMessage } from './error-text.ts';
import { PAYMENT_TITLE_ID } from './focus-fallback.ts';
import { FormAlert } from './form-alert.tsx';
import { HoneypotField } from './honeypot-field.tsx';
import { prepareAfterPayment } from './load-after-payment.ts';
import { Loadable } from './loadable.tsx';
import { checkPress, type PayPressed } from './machine.ts';
import { MethodChooser } from './method-chooser.tsx';
import { METHOD_FORMS } from './methods/forms.ts';
import type { ExpressSlot, MethodOff, MethodProps } from './methods/method.ts';
import { formNameOf, formNeeds, methodsTaking, type StepName } from './methods/offer.ts';
import { OtherMethods } from './other-methods.tsx';
import { PayButton } from './pay-button.tsx';
import { readChoices, storeChoices } from './stored-choices.ts';
import type { Checkout } from './use-checkout.ts';
import { useMethodSteps } from './use-method-steps.ts';

/** The donation form: amount, method, details, payment, one button. A method's form may have steps; the first has the amount. */
export function DonationForm({ checkout }: { checkout: Checkout }) {
  const { state, dispatch, methodForm, registerWallet } = checkout;
  const { view, form } = state;
  const { method, methodStep, notice } = form;
  const { steps } = formNeeds(view, method);
  const [firstMethod] = useState(method);
  const FirstForm = firstMethod && formOf(view, firstMethod);
  const texts = useTexts();
  const { t } = texts;
  const paymentTitle = useRef<HTMLHeadingElement>(null);
  const { goToStep } = useMethodSteps(checkout, paymentTitle);
  const honeypot = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A password manager may have filled it in: the donor can press again.
    if (notice?.kind === 'honeypot' && honeypot.current) honeypot.current.value = '';
  }, [notice]);
  const formElement = useRef<HTMLFormElement>(null);
  useStoredChoices(checkout, formElement);
  const otherMethods = method === null ? [] : methodsTaking(view, form.amount.payable, method);
  const message = noticeMessage(state, texts);

  const [expressPlace, setExpressPlace] = useState<HTMLDivElement | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (state.payment) return;
    const current = methodForm.current;
    dispatch(
      pressOf(
        method === null
          ? NO_METHOD
          : current && { errors: current.errors?.() ?? [], donorName: current.donorName?.() ?? null },
      ),
    );
  }

  function pressOf(form: PayPressed['methodForm']): PayPressed {
    const website = honeypot.current?.value ?? '';
    return { type: 'pay_pressed', hasCookies: navigator.cookieEnabled, website, methodForm: form };
  }

  const walletPress = () => pressOf({ errors: [], donorName: null });
  const express: ExpressSlot = {
    place: expressPlace,
    mayOpen: () => {
      if (state.payment) return false;
      const isFine = checkPress(state, walletPress()).notice === null;
      if (!isFine) dispatch(walletPress());
      return isFine;
    },
    onConfirmed: (wallet) => dispatch({ ...walletPress(), wallet }),
    register: registerWallet,
    needsEmail: form.details.email.trim() === '',
    isPaying: state.payment?.by === 'wallet',
  };

  function choose(chosen: PaymentMethod): void {
    dispatch({
      type: 'method_chosen',
      method: chosen,
      donorName: methodForm.current?.donorName?.().trim() ?? '',
    });
  }

  /** By a button that disappears with its message: the focus moves on to the payment. */
  function chooseOther(chosen: PaymentMethod): void {
    choose(chosen);
    paymentTitle.current?.focus();
  }

  return (
    <form
      ref={formElement}
      className="form"
      noValidate
      onSubmit={submit}
      onClickCapture={dropSecondClick}
      onFocus={prepareAfterPayment}
      onPointerDown={prepareAfterPayment}
      aria-busy={state.payment !== null}
    >
      {message?.place === 'form' && <FormAlert notice={notice} message={message} />}
      {methodStep === 0 && (
        <>
          <AmountField state={state} dispatch={dispatch} />
          <div className="express-away" ref={setExpressPlace} />
          <MethodChooser state={state} onChoose={choose} />
          <AmountBounds state={state} onChoose={chooseOther} />
        </>
      )}
      <HoneypotField field={honeypot} />
      {method !== null && steps.length === 0 && <DetailsFields state={state} dispatch={dispatch} />}
      <section className="section" aria-labelledby={PAYMENT_TITLE_ID} hidden={method === null}>
        <h2 className="section-title" id={PAYMENT_TITLE_ID} tabIndex={-1} ref={paymentTitle}>
          <StepTitle steps={steps} methodStep={methodStep} />
        </h2>
        {message?.place === 'payment' && (
          <FormAlert notice={notice} message={message}>
            {notice?.kind === 'card_declined' && <OtherMethods others={otherMethods} onChoose={chooseOther} />}
          </FormAlert>
        )}
        {steps.length > 0 && methodStep === 0 && <DetailsFields state={state} dispatch={dispatch} />}
        {/* Until it is loaded, nothing is interactive: React would make the form anew, under the donor's fingers. */}
        {FirstForm && <FirstForm>{() => null}</FirstForm>}
        {form.visited.map((visited) => (
          <Activity key={visited} mode={visited === method ? 'visible' : 'hidden'}>
            <Loadable isFirst={visited === firstMethod}>
              <MethodForm
                checkout={checkout}
                express={express}
                method={visited}
                onChoose={chooseOther}
                onStep={goToStep}
              />
            </Loadable>
          </Activity>
        ))}
      </section>
      <div>
        <PayButton state={state} />
        {methodStep > 0 && (
          <button type="button" className="button button-wide step-back" onClick={() => goToStep(methodStep - 1)}>
            {t('checkout.steps.back')}
          </button>
        )}
        {method === 'card' && (
          <p className="secure">
            <Icon name="lock" />
            <span>{t('checkout.secure')}</span>
          </p>
        )}
      </div>
    </form>
  );
}

/** Restores what this tab knows of the donor's choices, before any form of a method asks for it; then keeps it up to date. */
function useStoredChoices(
  { state, dispatch }: Pick<Checkout, 'state' | 'dispatch'>,
  form: RefObject<HTMLFormElement | null>,
): void {
  const { view } = state;
  const linkId = view.link.id;
  const { method, details, amount } = state.form;
  const draft = readAmount(state);
  const payable = draft.ok ? draft.amount : null;
  const isRead = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was rendered first.
  useLayoutEffect(() => {
    const early = form.current ? readEarlyInput(form.current) : {};
    const kept = readChoices(linkId) ?? { method: null, details, amount: null };
    // A method whose form asks for the name itself leaves none here, while the server knows it.
    const keptName = kept.details.name || (formNeeds(view, kept.method).needsName ? details.name : '');
    const { name = keptName, email = kept.details.email, message = kept.details.message } = early;
    const anonymous = early.anonymous ? !details.anonymous : kept.details.anonymous;
    dispatch({ type: 'choices_restored', ...kept, details: { name, email, message, anonymous } });
    if (early.method) dispatch({ type: 'method_chosen', method: early.method as PaymentMethod, donorName: '' });
    const { [FIELD_IDS.choice]: choice = amount.choice, amount: text = amount.text } = early;
    if (choice !== amount.choice || text !== amount.text)
      dispatch({ type: 'amount_changed', choice: choice === 'other' ? choice : Number(choice), text });
  }, [linkId, dispatch]);
  useEffect(() => {
    // Not what the page began with: that may be older than what was kept.
    if (isRead.current) storeChoices(linkId, { method, details, amount: payable });
    isRead.current = true;
  }, [linkId, method, details, payable]);
}

/** A double click would press what the first click has put under the finger: "Back", or the pay button of the next step. */
function dropSecondClick(event: MouseEvent): void {
  if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest('button')) return;
  event.preventDefault();
  event.stopPropagation();
}

/** What the pay button finds while no method is chosen. */
const NO_METHOD: PayPressed['methodForm'] = {
  errors: [{ text: (t) => t('errors.methodMissing'), target: FIELD_IDS.method }],
  donorName: null,
};

/** The title of the payment: of the whole, or of the step that is shown of it. */
function StepTitle({ steps, methodStep }: { steps: readonly StepName[]; methodStep: number }) {
  const { t } = useTexts();
  const name = steps[methodStep];
  if (name === undefined) return <span>{t('checkout.payment.legend')}</span>;
  return (
    <>
      <span className="step-of">
        {t('checkout.steps.of', { step: String(methodStep + 1), steps: String(steps.length) })}
      </span>
      <span>{t(`checkout.steps.${name}`)}</span>
    </>
  );
}

type MethodFormProps = {
  checkout: Checkout;
  express: ExpressSlot;
  method: PaymentMethod;
  onChoose: (method: PaymentMethod) => void;
  onStep: MethodProps['onStep'];
};

/** The form of one method. */
function MethodForm({ checkout, express, method, onChoose, onStep }: MethodFormProps) {
  const { state, dispatch, register } = checkout;
  const { t } = useTexts();
  const { view, form } = state;
  const { payable } = form.amount;
  const onRefused = useCallback((failure: Failure) => dispatch({ type: 'method_refused', failure }), [dispatch]);
  const onOff = useCallback(
    (reason: MethodOff | null) => dispatch({ type: 'method_off', method, reason }),
    [dispatch, method],
  );
  const onEdited = useCallback(
    (target?: string) => dispatch({ type: 'method_edited', ...(target !== undefined && { target }) }),
    [dispatch],
  );
  // A card form is made for an amount. A redirect is for any.
  if (method === 'card' && isUnpayable(state)) return <p className="hint">{t('checkout.payment.amountFirst')}</p>;
  const draft = readAmount(state);
  const WithForm = formOf(view, method);
  if (!WithForm) return null;
  return (
    <WithForm>
      {(Form) => (
        <Form
          view={view}
          register={register}
          express={express}
          onChoose={onChoose}
          onRefused={onRefused}
          onOff={onOff}
          onEdited={onEdited}
          onStep={onStep}
          step={method === form.method ? form.methodStep : 0}
          review={{
            shown: draft.ok ? draft.amount : payable,
            details: form.details,
            amountField: amountTarget(state),
          }}
          amount={payable}
          round={form.round}
          startOver={form.startOver}
          others={methodsTaking(view, payable, method)}
        />
      )}
    </WithForm>
  );
}

function formOf(view: CheckoutView, method: PaymentMethod) {
  const name = formNameOf(view, method);
  return name && METHOD_FORMS[name];
}
