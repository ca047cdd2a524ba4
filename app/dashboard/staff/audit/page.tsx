import { AuditPage } from '#components/dashboard/staff/audit-page.tsx';
import { listAudit } from '#lib/dashboard/staff/audit.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';
import { AUDIT_ACTIONS } from '#lib/policy/audit.ts';

/** The audit log. */
export default staffPage('/dashboard/staff/audit', async ({ page, query }) => (
  <AuditPage page={page} entries={await listAudit(query)} actions={AUDIT_ACTIONS} />
));
