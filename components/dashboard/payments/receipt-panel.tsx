import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { PaymentRecord } from '#lib/payments/views/record-view.ts';
import { ButtonPanel } from '../button-panel.tsx';

type Props = { page: PageView; record: PaymentRecord };

/** The button that sends the donor their receipt again. An anonymous donor's address is neither shown nor confirmed. */
export function ReceiptPanel({ page, record: { id, donor } }: Props) {
  const t = translatorFor(page.locale);
  const email = donor?.email ?? null;
  return (
    <ButtonPanel
      page={page}
      id="receipt"
      title={t('ownPayments.receipt.title')}
      intro={email === null ? t('ownPayments.receipt.unknown') : t('ownPayments.receipt.intro', { email })}
      action="receipt.resend"
      hidden={{ id }}
      button={t('ownPayments.receipt.send')}
    />
  );
}
