import { ClientPage } from '#components/dashboard/staff/client-page.tsx';
import { findClient, listKeys } from '#lib/dashboard/staff/clients.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A client with its keys. */
export default staffDetailPage(
  'clients',
  async (id, { actor, now }) => {
    const client = await findClient(actor.id, id);
    return client && { client, keys: await listKeys(id, now) };
  },
  ({ client, keys }, page) => <ClientPage page={page} client={client} keys={keys} />,
);
