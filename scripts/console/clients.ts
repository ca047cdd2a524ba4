import { z } from 'zod';
import { FEE_MODELS } from '#lib/causes/fees.ts';
import { type ClientChange, createClient, updateClient } from '#lib/clients/client.ts';
import { clientTexts, readAllowedIps, readPermissions } from '#lib/clients/client-input.ts';
import { needsSecondPerson } from '#lib/clients/key-approval.ts';
import { createKey, revokeKey } from '#lib/clients/keys.ts';
import { takesKeys } from '#lib/clients/service-client.ts';
import { timestamp } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { PERMISSION_NAMES, type Permission } from '#lib/permissions.ts';
import type { Command } from './commands.ts';
import { type Flags, given, list, optional, required, UsageError } from './flags.ts';

const CHANGE_FLAGS = [
  'name',
  'fee-percent',
  'fee-model',
  'accent-color',
  'display-name',
  'logo-url',
  'contact-email',
] as const;

function readChange(flags: Flags): ClientChange {
  return given<ClientChange>({
    name: optional(flags, 'name', clientTexts.name),
    feePercent: optional(flags, 'fee-percent', clientTexts.feePercent),
    feeModel: optional(flags, 'fee-model', z.enum(FEE_MODELS, `must be one of ${FEE_MODELS.join(', ')}`)),
    accentColor: optional(flags, 'accent-color', clientTexts.accentColor),
    displayName: optional(flags, 'display-name', clientTexts.displayName),
    logoUrl: optional(flags, 'logo-url', clientTexts.logoUrl),
    contactEmail: optional(flags, 'contact-email', clientTexts.contactEmail),
  });
}

function permissionsOf(flags: Flags): Permission[] {
  const { known, unknown } = readPermissions(list(required(flags, 'permissions')));
  if (unknown.length > 0 || known.length === 0)
    throw new UsageError(
      `--permissions knows ${PERMISSION_NAMES.join(', ')}; not ${unknown.join(', ') || 'none'}.`,
    );
  return known;
}

function allowedIpsOf(flags: Flags): string[] {
  const { ranges, wrong } = readAllowedIps(flags['allowed-ips'] ?? '');
  if (wrong.length > 0)
    throw new UsageError(`--allowed-ips: "${wrong[0]}" is neither an address nor a CIDR range.`);
  if (flags['allowed-ips'] !== undefined && ranges.length === 0)
    throw new UsageError('--allowed-ips names no range.');
  return ranges;
}

export const CLIENT_COMMANDS: Readonly<Record<string, Command>> = {
  'client create': {
    flags: CHANGE_FLAGS,
    audited: true,
    prepare: (flags) => {
      required(flags, 'name');
      const { name = '', ...change } = readChange(flags);
      return () => transaction((tx) => createClient(tx, { name, ...change }));
    },
  },
  'client update': {
    flags: ['id', ...CHANGE_FLAGS],
    audited: true,
    prepare: (flags) => {
      const id = required(flags, 'id');
      const change = readChange(flags);
      return async () => {
        const client = await transaction((tx) => updateClient(tx, id, change));
        if (!client) throw new UsageError(`--id: there is no client ${id}.`);
        return client;
      };
    },
  },
  'key create': {
    flags: ['client', 'permissions', 'allowed-ips'],
    audited: true,
    prepare: (flags) => {
      const clientId = required(flags, 'client');
      const permissions = permissionsOf(flags);
      const allowedIps = allowedIpsOf(flags);
      return () =>
        transaction(async (tx) => {
          if (!(await tx.client.findUnique({ where: { id: clientId } })))
            throw new UsageError(`--client: there is no client ${clientId}.`);
          if (!takesKeys(clientId))
            throw new UsageError(`--client: ${clientId} is the service itself, which has no keys.`);
          return createKey(tx, { clientId, permissions, allowedIps });
        });
    },
    auditData: ({ permissions = '' }) =>
      needsSecondPerson(readPermissions(list(permissions)).known) ? { withoutSecondPerson: true } : {},
  },
  'key revoke': {
    flags: ['id'],
    audited: true,
    prepare: (flags) => {
      const id = required(flags, 'id');
      return async (now) => {
        const revoked = await transaction((tx) => revokeKey(tx, id, now));
        if (!revoked) throw new UsageError(`--id: there is no key ${id}.`);
        return { id, revoked_at: timestamp(revoked.revokedAt) };
      };
    },
  },
};
