'use client';

import { useCallback, useEffect, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, ConfirmationView } from '#lib/payments/checkout-view.ts';
import { askConfirmation } from './api.ts';
import { Confirming } from './confirming.tsx';
import { DonationForm } from './donation-form.tsx';
import type { FormNotice } from './form-alert.tsx';
import { usableMethods } from './methods/registry.ts';
import { NoMethod, NotAccepting } from './outcomes/closed.tsx';
import { Settled } from './outcomes/settled.tsx';
import { type Phase, settledView } from './phase.ts';

/** Timers hold no longer than this; a link that lives longer does not expire under an open page. */
const MAX_TIMER_MS = 2_147_483_647;

type Props = {
  view: CheckoutView;
  /** By the server's clock: the donor's may be wrong. */
  remainingMs: number;
};

/** The page of an open link, as long as it is open in the browser: form, waiting, and what became of it. */
export function OpenCheckout({ view, remainingMs }: Props) {
  const texts = useTexts();
  const [phase, setPhase] = useState<Phase>({ kind: 'form' });
  const [notice, setNotice] = useState<FormNotice>();
  const onSettled = useCallback((told: ConfirmationView) => setPhase({ kind: 'settled', view: told }), []);
  useExpiry(view.link.id, remainingMs, phase.kind === 'form', onSettled);
  const [first, ...others] = usableMethods(view);

  if (phase.kind === 'not_accepting') return <NotAccepting {...{ texts, view }} isNew />;
  if (phase.kind === 'settled' && phase.view.status !== 'open')
    return <Settled texts={texts} view={settledView(view, phase.view)} isNew />;
  if (phase.kind === 'confirming' || phase.kind === 'lookup') {
    const backToForm = () => {
      setNotice({ tone: 'notice', title: texts.t('errors.connection'), items: [] });
      setPhase({ kind: 'form' });
    };
    return (
      <Confirming
        linkId={view.link.id}
        isSure={phase.kind === 'confirming' && phase.isSure}
        hasEmail={phase.kind === 'confirming' && phase.hasEmail}
        onSettled={onSettled}
        retry={{ onClick: backToForm }}
      />
    );
  }
  if (first === undefined) return <NoMethod {...{ texts, view }} isNew={false} />;
  const shown = phase.kind === 'settled' ? settledView(view, phase.view) : view;
  return (
    <>
      <Settled {...{ texts }} view={shown} isNew={false} />
      <DonationForm view={shown} methods={[first, ...others]} notice={notice} onPhase={setPhase} />
    </>
  );
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
