import { Activity, useCallback, useEffect, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { Translate } from '#lib/i18n/translator.ts';
import type {
  CheckoutView,
  ConfirmationView,
  LinkStanding,
  PaymentMethod,
} from '#lib/payments/checkout-view.ts';
import { askConfirmation } from './api.ts';
import { Confirming } from './confirming.tsx';
import { DonationForm } from './donation-form.tsx';
import type { FormNotice } from './form-alert.tsx';
import { forgetDrafts, usableMethods } from './methods/registry.ts';
import { NoMethod, NotAccepting } from './outcomes/closed.tsx';
import { declinedTexts } from './outcomes/declined-texts.ts';
import { Settled } from './outcomes/settled.tsx';
import { methodElsewhere, type Phase, settledView } from './phase.ts';

/** Timers hold no longer than this; a link that lives longer does not expire under an open page. */
const MAX_TIMER_MS = 2_147_483_647;

type Props = {
  view: CheckoutView;
  /** The donor asked for the form, with this method, whatever is under way. */
  pay: PaymentMethod | 'other' | null;
  /** By the server's clock: the donor's may be wrong. */
  remainingMs: number;
};

/** The page of an open link, as long as it is open in the browser: form, waiting, and what became of it. */
export function OpenCheckout({ view, pay, remainingMs }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const [phase, setPhase] = useState<Phase>(() => firstPhase(view, pay));
  const [startsOver, setStartsOver] = useState(pay !== null);
  const [notice, setNotice] = useState(() =>
    pay === null && view.declined ? declinedNotice(t, methodElsewhere(view)) : undefined,
  );
  const onSettled = useCallback(
    (told: ConfirmationView) => {
      setPhase({ kind: 'settled', view: told });
      if (told.status !== 'open') forgetDrafts(view.link.id);
      // Settled, and still open: a bank or wallet said no, or a card payment that was being processed came to nothing.
      else if (told.declined) setNotice(declinedNotice(t, methodElsewhere(view)));
      else if (told.refund === null) setNotice(declinedNotice(t, 'card'));
    },
    [t, view],
  );
  useExpiry(view.link.id, remainingMs, phase.kind === 'form', onSettled);
  useReappearance(view.link.id, onSettled);

  if (phase.kind === 'not_accepting') return <NotAccepting {...{ texts, view }} isNew />;
  if (phase.kind === 'settled' && phase.view.status !== 'open')
    return <Settled texts={texts} view={settledView(view, phase.view)} isNew />;
  const backToForm = () => {
    // What was typed and saved before the connection broke is the server's to tell: the page is asked for anew.
    if (phase.kind !== 'elsewhere') return window.location.reload();
    setStartsOver(true);
    setPhase({ kind: 'form' });
  };
  const isForm = phase.kind === 'form' || phase.kind === 'settled';
  const shown = phase.kind === 'settled' ? settledView(view, phase.view) : view;
  return (
    <>
      {isForm && <Settled {...{ texts }} view={shown} isNew={false} />}
      <Waiting {...{ view, phase, onSettled, backToForm }} />
      <FormWhile isOn={isForm} {...{ view, pay, startsOver, notice }} onPhase={setPhase} />
    </>
  );
}

type WaitingProps = {
  view: CheckoutView;
  phase: Phase;
  onSettled: (told: ConfirmationView) => void;
  backToForm: () => void;
};

/** While a payment is under way, nothing else is asked of the donor. */
function Waiting({ view, phase, onSettled, backToForm }: WaitingProps) {
  if (phase.kind !== 'confirming' && phase.kind !== 'lookup' && phase.kind !== 'elsewhere') return null;
  return (
    <Confirming
      linkId={view.link.id}
      isSure={phase.kind === 'confirming' && phase.isSure}
      hasEmail={phase.kind !== 'lookup' && phase.hasEmail}
      before={standingIn(phase, view)}
      onSettled={onSettled}
      retry={{ onClick: backToForm }}
    />
  );
}

type FormProps = Pick<Props, 'view' | 'pay'> & {
  isOn: boolean;
  startsOver: boolean;
  notice: FormNotice | undefined;
  onPhase: (phase: Phase) => void;
};

/** The form. Out of sight while a payment is under way, it keeps what was typed for the case that it comes to nothing. */
function FormWhile({ isOn, view, pay, ...form }: FormProps) {
  const texts = useTexts();
  const [wasOn, setWasOn] = useState(isOn);
  if (isOn && !wasOn) setWasOn(true);
  if (!isOn && !wasOn) return null;
  const methods = usableMethods(view);
  const initial = methods.find((method) => method === pay) ?? methods[0];
  if (initial === undefined) return <NoMethod {...{ texts, view }} isNew={false} />;
  return (
    <Activity mode={isOn ? 'visible' : 'hidden'}>
      <DonationForm {...{ view, methods, initial }} {...form} />
    </Activity>
  );
}

/** A payment that is under way comes before the form, or it would be paid a second time unknowingly. */
function firstPhase(view: CheckoutView, pay: Props['pay']): Phase {
  const hasEmail = view.prefill.email !== '';
  if (view.waitingFor === 'card') return { kind: 'confirming', isSure: true, hasEmail, processing: true };
  if (pay !== null || view.waitingFor === null) return { kind: 'form' };
  return { kind: 'elsewhere', method: view.waitingFor, hasEmail };
}

/** What is known of the payment that the donor waits for before the server is asked. */
function standingIn(phase: Phase, view: CheckoutView): LinkStanding {
  const known = { processing: view.processing, declined: false };
  if (phase.kind === 'elsewhere') return { ...known, waitingFor: phase.method };
  const isCard = phase.kind === 'confirming' && phase.processing === true;
  return { ...known, waitingFor: isCard ? 'card' : null };
}

function declinedNotice(t: Translate, method: PaymentMethod): FormNotice {
  const { title, body } = declinedTexts({ t }, method);
  const items = [t('declines.noMoney'), body].map((text) => ({ text }));
  return { tone: 'error', title, items };
}

/** A page that the browser kept and shows again, as it does for "back", asks what became of the link meanwhile. */
function useReappearance(ref: string, onSettled: (view: ConfirmationView) => void) {
  useEffect(() => {
    const ask = async ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      const answer = await askConfirmation(ref);
      if (answer.ok && answer.value.status !== 'open') onSettled(answer.value);
    };
    window.addEventListener('pageshow', ask);
    return () => window.removeEventListener('pageshow', ask);
  }, [ref, onSettled]);
}

/** Once the link's time is over, the server is asked what became of it. */
function useExpiry(
  ref: string,
  remainingMs: number,
  isIdle: boolean,
  onSettled: (view: ConfirmationView) => void,
) {
  useEffect(() => {
    if (!isIdle || remainingMs > MAX_TIMER_MS) return;
    const timer = setTimeout(async () => {
      const answer = await askConfirmation(ref);
      if (answer.ok && answer.value.status !== 'open') onSettled(answer.value);
    }, Math.max(remainingMs, 0) + 1_500);
    return () => clearTimeout(timer);
  }, [ref, remainingMs, isIdle, onSettled]);
}
