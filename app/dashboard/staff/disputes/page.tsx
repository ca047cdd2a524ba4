import { DisputesPage } from '#components/dashboard/staff/disputes-page.tsx';
import { DISPUTE_CHOICES, listDisputes } from '#lib/dashboard/staff/disputes.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Disputes of every payment. */
export default staffPage('/dashboard/staff/disputes', async ({ page, query, now }) => (
  <DisputesPage page={page} disputes={await listDisputes(query, now)} choices={DISPUTE_CHOICES} />
));
