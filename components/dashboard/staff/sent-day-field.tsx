import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { TextField } from '../field.tsx';

/** The day on which the bank has sent something, in the page's time zone. */
export function SentDayField({ page, action }: { page: PageView; action: string }) {
  return (
    <TextField
      page={page}
      action={action}
      name="day"
      type="date"
      isRequired={true}
      label={translatorFor(page.locale)('staff.money.withdrawal.sentOn')}
    />
  );
}
