import { MailsPage } from '#components/dashboard/staff/mails-page.tsx';
import { listUndelivered } from '#lib/dashboard/staff/mails.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Mails that could not be delivered. */
export default staffPage('/dashboard/staff/mails', async ({ page, query }) => (
  <MailsPage page={page} mails={await listUndelivered(query)} />
));
