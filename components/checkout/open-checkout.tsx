'use client';

import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { Translate } from '#lib/i18n/translator.ts';
import type { CheckoutView, ConfirmationView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import { askConfirmation } from './api.ts';
import { Confirming } from './confirming.tsx';
import { DonationForm } from './donation-form.tsx';
import type { FormNotice } from './form-alert.tsx';
import { forgetDrafts, usableMethods } from './methods/registry.ts';
import { NoMethod, NotAccepting } from './outcomes/closed.tsx';
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
  const [notice, setNotice] = useState<FormNotice>();
  const onSettled = useCallback(
    (told: ConfirmationView) => {
      setPhase({ kind: 'settled', view: told });
      if (told.status !== 'open') forgetDrafts(view.link.id);
      if (told.declined) setNotice(declinedNotice(t, view));
    },
    [t, view],
  );
  useExpiry(view.link.id, remainingMs, phase.kind === 'form', onSettled);

  if (phase.kind === 'not_accepting') return <NotAccepting {...{ texts, view }} isNew />;
  if (phase.kind === 'settled' && phase.view.status !== 'open')
    return <Settled texts={texts} view={settledView(view, phase.view)} isNew />;
  if (phase.kind === 'confirming' || phase.kind === 'lookup' || phase.kind === 'elsewhere') {
    const isElsewhere = phase.kind === 'elsewhere';
    const backToForm = () => {
      // What was typed and saved before the connection broke is the server's to tell: the page is asked for anew.
      if (!isElsewhere) return window.location.reload();
      setStartsOver(true);
      setPhase({ kind: 'form' });
    };
    return (
      <Confirming
        linkId={view.link.id}
        isSure={phase.kind === 'confirming' && phase.isSure}
        hasEmail={phase.kind !== 'lookup' && phase.hasEmail}
        elsewhere={isElsewhere ? phase.method : null}
        onSettled={onSettled}
        retry={{ onClick: backToForm }}
      />
    );
  }
  const methods = usableMethods(view);
  const initial = methods.find((method) => method === pay) ?? methods[0];
  if (initial === undefined) return <NoMethod {...{ texts, view }} isNew={false} />;
  const shown = phase.kind === 'settled' ? settledView(view, phase.view) : view;
  return (
    <>
      <Settled {...{ texts }} view={shown} isNew={false} />
      <DonationForm view={shown} {...{ methods, initial, startsOver, notice }} onPhase={setPhase} />
    </>
  );
}

/** A payment that is under way elsewhere comes before the form, or it would be paid a second time unknowingly. */
function firstPhase(view: CheckoutView, pay: Props['pay']): Phase {
  if (pay !== null || view.waitingFor === null) return { kind: 'form' };
  return { kind: 'elsewhere', method: view.waitingFor, hasEmail: view.prefill.email !== '' };
}

function declinedNotice(t: Translate, view: CheckoutView): FormNotice {
  const method = methodElsewhere(view);
  const lines = [t('declines.noMoney'), t(`redirect.declined.${method}.body`)];
  const items = lines.map((text) => ({ text }));
  return { tone: 'error', title: t(`redirect.declined.${method}.title`), items };
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
