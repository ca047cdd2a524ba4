import { expect, test } from 'vitest';
import { findClient } from '#lib/dashboard/staff/clients.ts';
import { db } from '#lib/db.ts';
import { CLIENT_COMMANDS } from '#scripts/console/clients.ts';
import { accountOf, signIn, submit } from '#testing/browser-session.ts';
import { runningService } from '#testing/running-service.ts';
import { SERVICE_CLIENT_ID } from './service-client.ts';

const { service } = runningService();

test('the service itself has no keys: its page, form and console cannot create any', async () => {
  await accountOf('staff@example.org', 'staff');
  const cookie = await signIn('staff@example.org');
  expect(await findClient('acc_nobody', SERVICE_CLIENT_ID)).toMatchObject({ takesKeys: false });
  const form = { client: SERVICE_CLIENT_ID, permissions: 'cause:read', allowed_ips: '' };
  expect((await submit(service, '/dashboard/actions/key.create', form, { cookie })).status).toBe(404);
  const make = CLIENT_COMMANDS['key create']?.prepare({
    client: SERVICE_CLIENT_ID,
    permissions: 'cause:read',
  });
  await expect(make?.(new Date())).rejects.toThrow('--client: clt_service is the service itself');
  expect(await db().apiKey.count({ where: { clientId: SERVICE_CLIENT_ID } })).toBe(0);
});
