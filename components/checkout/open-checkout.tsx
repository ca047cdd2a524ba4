'use client';

import dynamic from 'next/dynamic';
import { Activity, useCallback, useEffect, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { Translate } from '#lib/i18n/translator.ts';
import type { CheckoutView, ConfirmationView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import type { AfterPaymentProps } from './after-payment.tsx';
import { askConfirmation } from './api.ts';
import { DonationForm } from './donation-form.tsx';
import type { FormNotice } from './form-alert.tsx';
import { loadAfterPayment } from './load-after-payment.ts';
import { usableMethods } from './methods/offer.ts';
import { forgetDraft } from './methods/pse/forget-draft.ts';
import { declinedTexts } from './outcomes/declined-texts.ts';
import { RefundNotice } from './outcomes/refund-notice.tsx';
import { Part } from './part.tsx';
import { partMissing } from './part-missing.tsx';
import { firstMethod, firstPhase, methodElsewhere, type Phase, type Wish } from './phase.ts';

/** Timers hold no longer than this; a link that lives longer does not expire under an open page. */
const MAX_TIMER_MS = 2_147_483_647;

type Props = {
  view: CheckoutView;
  pay: Wish;
  /** By the server's clock: the donor's may be wrong. */
  remainingMs: number;
};

/** The page of an open link, as long as it is open in the browser: form, waiting, and what became of it. */
export function OpenCheckout({ view, pay, remainingMs }: Props) {
  const { t } = useTexts();
  const [phase, setPhase] = useState<Phase>(() => firstPhase(view, pay));
  const [beganWithForm] = useState(phase.kind === 'form');
  const [startsOver, setStartsOver] = useState(pay !== null);
  const [notice, setNotice] = useState(() =>
    pay === null && view.declined ? declinedNotice(t, methodElsewhere(view)) : undefined,
  );
  const onSettled = useCallback(
    (told: ConfirmationView) => {
      setPhase({ kind: 'settled', view: told });
      if (told.status !== 'open') forgetDraft(view.link.id);
      // Settled, and still open: a bank or wallet said no, or a card payment that was being processed came to nothing.
      else if (told.declined) setNotice(declinedNotice(t, methodElsewhere(view)));
      else if (told.refund === null) setNotice(declinedNotice(t, 'card'));
    },
    [t, view],
  );
  useExpiry(view.link.id, remainingMs, phase.kind === 'form', onSettled);
  useReappearance(view.link.id, onSettled);

  const backToForm = () => {
    // What was typed and saved before the connection broke is the server's to tell: the page is asked for anew.
    if (phase.kind !== 'elsewhere') return window.location.reload();
    setStartsOver(true);
    setPhase({ kind: 'form' });
  };
  const afterPayment = (
    <Part isFirst={!beganWithForm}>
      <AfterPayment {...{ view, phase, onSettled, backToForm }} />
    </Part>
  );
  if (isOver(phase)) return afterPayment;
  const isForm = phase.kind === 'form' || phase.kind === 'settled';
  const { refund } = phase.kind === 'settled' ? phase.view : view;
  return (
    <>
      {isForm && refund && <RefundNotice refund={refund} linkId={view.link.id} />}
      {!isForm && afterPayment}
      <FormWhile isOn={isForm} {...{ view, pay, startsOver, notice }} onPhase={setPhase} />
    </>
  );
}

/** Nothing more can be paid on this page. */
function isOver(phase: Phase): boolean {
  return phase.kind === 'not_accepting' || (phase.kind === 'settled' && phase.view.status !== 'open');
}

const AfterPayment = dynamic<AfterPaymentProps>(() =>
  loadAfterPayment().then((loaded) => loaded.AfterPayment, partMissing),
);

type FormProps = Pick<Props, 'view' | 'pay'> & {
  isOn: boolean;
  startsOver: boolean;
  notice: FormNotice | undefined;
  onPhase: (phase: Phase) => void;
};

/** The form. Out of sight while a payment is under way, it keeps what was typed for the case that it comes to nothing. */
function FormWhile({ isOn, view, pay, ...form }: FormProps) {
  const [wasOn, setWasOn] = useState(isOn);
  if (isOn && !wasOn) setWasOn(true);
  if (!isOn && !wasOn) return null;
  const initial = firstMethod(view, pay);
  if (initial === undefined) throw new Error('Bug: an open page without a method');
  return (
    <Activity mode={isOn ? 'visible' : 'hidden'}>
      <DonationForm {...{ view, initial }} {...form} methods={usableMethods(view)} />
    </Activity>
  );
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
