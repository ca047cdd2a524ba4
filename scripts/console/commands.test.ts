import { expect, test } from 'vitest';
import { UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

/** What the console says to these flags before it touches the database; undefined when they are fine. */
function complaint(name: string, flags: Record<string, string>): string | undefined {
  try {
    COMMANDS[name]?.prepare(flags);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

test('every command that the documents name is there', () => {
  const promised = [
    'client create',
    'client update',
    'key create',
    'key revoke',
    'account create',
    'cause publish',
    'cause update',
    'link cancel',
    'payment list',
    'reconcile run',
    'data encrypt',
    'backup create',
    'backup verify',
    'person export',
    'person erase',
  ];
  expect(Object.keys(COMMANDS)).toEqual(expect.arrayContaining(promised));
});

test.each<[string, string, Record<string, string>]>([
  ['client create', 'name', {}],
  ['client create', 'name', { name: '' }],
  ['client create', 'name', { name: 'x'.repeat(121) }],
  ['client create', 'fee-percent', { name: 'N', 'fee-percent': '21' }],
  ['client create', 'fee-percent', { name: 'N', 'fee-percent': '-1' }],
  ['client create', 'fee-percent', { name: 'N', 'fee-percent': '5%' }],
  ['client create', 'fee-percent', { name: 'N', 'fee-percent': '5.00001' }],
  ['client create', 'fee-model', { name: 'N', 'fee-model': 'unknown' }],
  ['client create', 'accent-color', { name: 'N', 'accent-color': 'red' }],
  ['client create', 'accent-color', { name: 'N', 'accent-color': '#abc' }],
  ['client create', 'display-name', { name: 'N', 'display-name': 'x'.repeat(61) }],
  ['client create', 'logo-url', { name: 'N', 'logo-url': 'http://example.org/l.svg' }],
  ['client create', 'logo-url', { name: 'N', 'logo-url': 'javascript:alert(1)' }],
  ['client create', 'legal-name', { name: 'N', 'legal-name': ' \u200b' }],
  ['client create', 'name', { name: '\u200b\u2060' }],
  ['client create', 'name', { name: 'Manos\r\nUnidas' }],
  ['client create', 'display-name', { name: 'N', 'display-name': 'Manos\u2028Unidas' }],
  ['client update', 'deductible-note', { id: 'clt_1', 'deductible-note': 'Manos\u001b[31m' }],
  ['client update', 'name', { id: 'clt_1', name: '\u00ad' }],
  ['client create', 'display-name', { name: 'N', 'display-name': '\u200b\u2060\u00ad' }],
  ['client update', 'display-name', { id: 'clt_1', 'display-name': '  ' }],
  ['client update', 'legal-name', { id: 'clt_1', 'legal-name': 'x'.repeat(121) }],
  ['client update', 'terms-url', { id: 'clt_1', 'terms-url': 'example.org/terms' }],
  ['client update', 'privacy-url', { id: 'clt_1', 'privacy-url': 'http://example.org/privacy' }],
  ['client update', 'support-email', { id: 'clt_1', 'support-email': 'help at example.org' }],
  ['client update', 'tax-id', { id: 'clt_1', 'tax-id': 'x'.repeat(41) }],
  ['client update', 'deductible', { id: 'clt_1', deductible: 'perhaps' }],
  ['client update', 'deductible-note', { id: 'clt_1', 'deductible-note': 'x'.repeat(301) }],
  ['client update', 'id', { name: 'N' }],
  ['backup create', 'file', { file: '' }],
  ['backup verify', 'file', { file: '' }],
  ['backup restore', 'file', {}],
  ['person export', 'email', {}],
  ['person export', 'email', { email: '' }],
  ['person export', 'email', { email: 'rosa at example.org' }],
  ['person erase', 'email', { reason: 'A letter' }],
  ['person erase', 'reason', { email: 'rosa@example.org', reason: '' }],
  ['person erase', 'reason', { email: 'rosa@example.org', reason: 'x'.repeat(501) }],
  ['person erase', 'reason', { email: 'rosa@example.org', reason: ' \u200b' }],
  ['passkey remove', 'reason', { email: 'rosa@example.org', reason: '\u2060' }],
  ['pause lift', 'reason', { id: 'pse_1', reason: '\u00a0' }],
  ['key create', 'client', { permissions: 'cause:read' }],
  ['key create', 'name', { client: 'clt_1', permissions: 'cause:read', name: 'x'.repeat(61) }],
  ['key create', 'name', { client: 'clt_1', permissions: 'cause:read', name: '\u200b\u2800' }],
  ['key create', 'permissions', { client: 'clt_1' }],
  ['key create', 'permissions', { client: 'clt_1', permissions: ' , ' }],
  ['key create', 'permissions', { client: 'clt_1', permissions: 'cause:read,causes:read' }],
  ['key create', 'allowed-ips', { client: 'clt_1', permissions: 'cause:read', 'allowed-ips': 'anywhere' }],
  ['key create', 'allowed-ips', { client: 'clt_1', permissions: 'cause:read', 'allowed-ips': '10.0.0.0/33' }],
  ['key create', 'allowed-ips', { client: 'clt_1', permissions: 'cause:read', 'allowed-ips': '10/8' }],
  ['key create', 'allowed-ips', { client: 'clt_1', permissions: 'cause:read', 'allowed-ips': '10.1' }],
  ['key create', 'allowed-ips', { client: 'clt_1', permissions: 'cause:read', 'allowed-ips': 'fe80::1%eth0' }],
  ['key create', 'allowed-ips', { client: 'clt_1', permissions: 'cause:read', 'allowed-ips': '::ffff:0.0.0.0/90' }],
  ['key create', 'allowed-ips', { client: 'clt_1', permissions: 'cause:read', 'allowed-ips': '' }],
  ['key revoke', 'id', {}],
  ['account create', 'email', { name: 'N' }],
  ['account create', 'email', { name: 'N', email: 'nobody' }],
  ['account create', 'name', { email: 'a@example.org' }],
  ['account create', 'name', { email: 'a@example.org', name: '\u00ad \u200b' }],
  ['account create', 'role', { email: 'a@example.org', name: 'N', role: 'admin' }],
  ['account update', 'email', { role: 'staff' }],
  ['reconcile run', 'from', { from: 'yesterday' }],
  ['reconcile run', 'from', { from: '2026-02-30' }],
  ['reconcile run', 'from', { from: '' }],
  ['reconcile run', 'from', { from: '2099-01-01' }],
  ['reconcile run', 'to', { to: '2026-11-20T10:00' }],
  ['reconcile run', 'to', { from: '2026-01-01', to: '2099-01-01' }],
  ['reconcile run', 'to', { from: '2026-01-03', to: '2026-01-02' }],
  ['account update', 'role', { email: 'a@example.org' }],
  ['account update', 'role', { email: 'a@example.org', role: 'admin' }],
  ['cause publish', 'key', {}],
  ['cause update', 'key', { state: 'paused' }],
  ['cause update', 'state', { key: 'k', state: 'open' }],
  ['cause update', 'slug', { key: 'k', slug: 'Not A Slug' }],
  ['cause update', 'slug', { key: 'k', slug: '../etc' }],
  ['cause update', 'closes-at', { key: 'k', 'closes-at': '2030-01-01' }],
  ['cause update', 'closes-at', { key: 'k', 'closes-at': '2030-01-01T00:00:00' }],
  ['cause update', 'hide-amounts', { key: 'k', 'hide-amounts': 'yes' }],
  ['cause update', 'state', { key: 'k' }],
  ['link cancel', 'id', {}],
  ['payment list', 'link', {}],
])('%s names --%s when given %j', (name, flag, flags) => {
  const message = complaint(name, flags);
  expect(message).toContain(`--${flag}`);
  expect(message).not.toContain('\n');
});

test.each<[string, Record<string, string>]>([
  ['client create', { name: 'N', 'fee-percent': '20' }],
  ['client create', { name: 'N', 'fee-percent': '0.0001', 'accent-color': '#00aa11' }],
  ['key create', { client: 'clt_1', permissions: 'cause:read', name: ' ' }],
  ['key create', { client: 'clt_1', permissions: 'cause:read', 'allowed-ips': '203.0.113.0/24, 2001:db8::1' }],
  ['cause update', { key: 'k', 'closes-at': '' }],
  ['cause update', { key: 'k', state: 'unknown', slug: 'a-1-b' }],
])('%s takes %j', (name, flags) => {
  expect(complaint(name, flags)).toBeUndefined();
});
