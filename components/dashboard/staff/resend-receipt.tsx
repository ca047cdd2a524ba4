import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from '../form.tsx';

type Props = {
  page: PageView;
  paymentId: string;
  /** In a table, where a button would be too large. */
  isLink?: boolean;
};

/** Sends the receipt of a donation again, to the address that it was made with. */
export function ResendReceipt({ page, paymentId, isLink = false }: Props) {
  const t = translatorFor(page.locale);
  return (
    <ActionForm page={page} action="receipt.resend" hidden={{ id: paymentId }} className="">
      <button
        type="submit"
        className={isLink ? 'button-link' : 'button'}
        aria-label={isLink ? `${t('staff.people.resend')}: ${paymentId}` : undefined}
      >
        {t('staff.people.resend')}
      </button>
    </ActionForm>
  );
}
