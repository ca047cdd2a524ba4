import { StaffCausesPage } from '#components/dashboard/staff/causes-page.tsx';
import { CAUSE_STATES } from '#lib/causes/states.ts';
import { listCauses } from '#lib/dashboard/staff/causes.ts';
import { clientNames } from '#lib/dashboard/staff/clients.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Causes, for staff. */
export default staffPage('/dashboard/staff/causes', async ({ page, query }) => (
  <StaffCausesPage page={page} causes={await listCauses(query)} states={CAUSE_STATES} clients={await clientNames()} />
));
