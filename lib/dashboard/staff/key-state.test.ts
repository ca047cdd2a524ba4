import { expect, test } from 'vitest';
import { keyRow } from './clients.ts';

const NOW = new Date('2026-11-27T12:00:00.000Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const key = {
  id: 'key_1',
  name: '',
  clientId: 'clt_1',
  client: { name: 'Manos' },
  allowedIps: [],
  createdAt: NOW,
  lastUsedAt: null,
  permissions: ['cause:read'],
  revokedAt: null,
  expiresAt: null,
  awaitsApproval: false,
};

// A key authenticates until its end, and no longer at it: expires_at > now().
test.each([
  ['nothing ends it', {}, 'works', null],
  ['it waits for a second person', { awaitsApproval: true }, 'waits', null],
  ['a millisecond before its end', { expiresAt: at(1) }, 'stops', at(1)],
  ['at its end', { expiresAt: at(0) }, 'stopped', at(0)],
  ['a millisecond after its end', { expiresAt: at(-1) }, 'stopped', at(-1)],
  ['revoked before its end', { expiresAt: at(1), revokedAt: at(-1) }, 'stopped', at(-1)],
  ['refused while it waited', { awaitsApproval: true, revokedAt: at(-1) }, 'stopped', at(-1)],
  ['it waits, beyond its end', { awaitsApproval: true, expiresAt: at(0) }, 'stopped', at(0)],
] as const)('a key is shown as it is: %s', (_when, facts, state, stopsAt) => {
  expect(keyRow({ ...key, ...facts } as never, NOW)).toMatchObject({ state, stopsAt });
});
