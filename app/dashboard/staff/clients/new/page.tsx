import { NewClientPage } from '#components/dashboard/staff/client-page.tsx';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** The form that creates a client. */
export default staffPage('/dashboard/staff/clients/new', async ({ page }) => <NewClientPage page={page} />);
