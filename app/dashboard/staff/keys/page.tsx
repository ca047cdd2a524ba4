import { KeysPage } from '#components/dashboard/staff/keys-page.tsx';
import { clientNames, KEY_STATES, listAllKeys } from '#lib/dashboard/staff/clients.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** The keys of every client. */
export default staffPage('/dashboard/staff/keys', async ({ page, query, now }) => (
  <KeysPage page={page} keys={await listAllKeys(query, now)} choices={KEY_STATES} clients={await clientNames()} />
));
