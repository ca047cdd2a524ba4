import { useSyncExternalStore } from 'react';
import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import type { useAmount } from './use-amount.ts';

type Props = {
  view: CheckoutView;
  amount: ReturnType<typeof useAmount>;
  method: PaymentMethod;
  isBusy: boolean;
};

/** Keeps its label while busy, says what it will charge, and does nothing until the page can. */
export function PayButton({ view, amount, method, isBusy }: Props) {
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
        {method === 'card' ? (
          <span suppressHydrationWarning>{t('checkout.payment.pay', { amount: shown })}</span>
        ) : (
          <span className="button-parts">
            <span>{t(`redirect.action.${method}`)}</span>{' '}
            {draft.ok && <span suppressHydrationWarning>{shown}</span>}
          </span>
        )}
      </button>
      <p className="pay-status" role="status">
        {isBusy && (method === 'card' ? <Working /> : t(`redirect.leaving.${method}`))}
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
