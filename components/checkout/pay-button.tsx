import { useSyncExternalStore } from 'react';
import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { amountOutOfBounds, type CheckoutState, readAmount } from './checkout-state.ts';
import { formNeeds } from './methods/offer.ts';

const STATUS_ID = 'pay-status';

/**
 * Keeps its label while busy, and says what it will charge or that a step follows. It is disabled until the page has started,
 * and off while the amount or the method cannot be paid: if it is pressed then, it leads to the reason.
 */
export function PayButton({ state }: { state: CheckoutState }) {
  const texts = useTexts();
  const { t } = texts;
  const isStarted = useSyncExternalStore(never, yes, no);
  const { view } = state;
  const { method, methodStep, amount, off } = state.form;
  const isLastStep = methodStep >= formNeeds(view, method).steps.length - 1;
  const draft = readAmount(state);
  const isBusy = state.payment !== null;
  const isMethodOff = off !== null && off !== 'over';
  const refused = amountOutOfBounds(state);
  const isOff = refused !== null || amount.error === 'refused' || isMethodOff;
  const written = draft.ok ? draft.amount : refused;
  const shown = written === null ? null : money(texts, written, view.link.currency);
  return (
    <div className="pay">
      <button
        type="submit"
        className={`button button-accent button-wide${isOff ? ' button-off' : ''}`}
        disabled={!isStarted}
        aria-disabled={isBusy || isOff}
        aria-describedby={isMethodOff ? STATUS_ID : undefined}
      >
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {method === null || !isLastStep ? (
          <span>{t('checkout.steps.continue')}</span>
        ) : method === 'card' ? (
          <span>
            {shown === null ? t('checkout.payment.payNoAmount') : t('checkout.payment.pay', { amount: shown })}
          </span>
        ) : (
          <span className="button-parts">
            <span>{`${t(`redirect.action.${method}`)} `}</span>
            {draft.ok && <span translate="no">{shown}</span>}
          </span>
        )}
      </button>
      <p className="pay-status" role="status" id={STATUS_ID}>
        {!isBusy && off !== null && (
          <span className={isMethodOff ? undefined : 'visually-hidden'}>{t(`checkout.payment.off.${off}`)}</span>
        )}
        {isBusy && method && (
          <span>
            {method === 'card'
              ? `${t('checkout.payment.working')} ${t('checkout.payment.bankAsks')}`
              : t(`redirect.leaving.${method}`)}
          </span>
        )}
        {!isBusy && shown !== null && amount.choice !== 'other' && amount.choice !== view.amountToPay && (
          <span className="visually-hidden">{t('checkout.amount.updated', { amount: shown })}</span>
        )}
      </p>
    </div>
  );
}

const yes = () => true;
const no = () => false;
const never = () => () => {};
