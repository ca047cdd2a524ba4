import { useEffect, useRef } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { useFocusFallback } from '../../focus-fallback.ts';
import type { MethodProps, PayOutcome } from '../method.ts';
import { payByRedirect } from '../redirect.ts';
import { fieldId, normalizePayer } from './payer.ts';
import { AddressFields, BankField, HolderFields } from './payer-fields.tsx';
import { Review } from './review.tsx';
import { type Banks, useBanks } from './use-banks.ts';
import { serverErrors, usePayer } from './use-payer.ts';

/** Bank transfer in Colombia, in three steps: who pays, the bank, and a review before the donor is redirected to the bank. */
export function PseMethod({ view, startOver, register, onOff, step, onStep, onEdited, review }: MethodProps) {
  const { t } = useTexts();
  const ref = view.link.id;
  const { banks, ...asking } = useBanks(view);
  const group = useRef<HTMLDivElement>(null);
  const form = usePayer({ linkId: ref, banks, group, step, onStep, onEdited });

  async function pay(email: string): Promise<PayOutcome> {
    const payer = { ...normalizePayer(form.latest.current), email };
    const outcome = await payByRedirect({ ref, method: 'bank_transfer', payer, start_over: startOver });
    if (outcome.kind !== 'not_started' || outcome.failure.kind !== 'fields') return outcome;
    const errors = form.show(serverErrors(outcome.failure.messages ?? {}));
    return errors.length > 0 ? { kind: 'invalid_fields', errors } : outcome;
  }

  // Registered after every render: the button pays what the fields hold now.
  useEffect(() => {
    register({
      check: async () => 'ready',
      errors: () =>
        banks.length === 0 ? [{ text: (t) => t('redirect.pse.noBanks'), target: fieldId('bank') }] : form.check(),
      donorName: () => `${form.latest.current.first_name.trim()} ${form.latest.current.last_name.trim()}`,
      pay: ({ email }) => pay(email),
    });
    return () => register(null);
  });

  if (banks.length === 0) return <NoBanks onOff={onOff} {...asking} />;
  return (
    <div className="groups" ref={group}>
      {step === 0 && (
        <>
          <p className="hint">{t('redirect.pse.why')}</p>
          <HolderFields form={form} />
          <AddressFields form={form} />
        </>
      )}
      {step === 1 && <BankField form={form} banks={banks} />}
      {step === 2 && <Review view={view} review={review} onStep={onStep} banks={banks} payer={form.payer} />}
    </div>
  );
}

function NoBanks({ onOff, retry, isAsked }: Pick<MethodProps, 'onOff'> & Omit<Banks, 'banks'>) {
  const { t } = useTexts();
  useEffect(() => {
    onOff('unavailable');
    return () => onOff(null);
  }, [onOff]);
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div className="alert" id={fieldId('bank')} tabIndex={-1} ref={box}>
      <h3>{t('redirect.pse.noBanks')}</h3>
      <p>{t('redirect.pse.noBanksBody')}</p>
      <button type="button" className="button" aria-disabled={isAsked} onClick={isAsked ? undefined : retry}>
        {isAsked && <span className="spinner" aria-hidden="true" />}
        <span>{t('ui.tryAgain')}</span>
      </button>
      <p role="status" className="hint">
        {isAsked && t('redirect.notReady')}
      </p>
    </div>
  );
}
