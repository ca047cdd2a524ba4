import { ClientsPage } from '#components/dashboard/staff/clients-page.tsx';
import { listClients } from '#lib/dashboard/staff/clients.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Every client. */
export default staffPage('/dashboard/staff/clients', async ({ page, query, now }) => (
  <ClientsPage page={page} clients={await listClients(query, now)} />
));
