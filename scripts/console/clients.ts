import { z } from 'zod';
import { isAddressRange } from '#lib/addresses.ts';
import { FEE_MODELS } from '#lib/causes/fees.ts';
import { brandingSchema } from '#lib/clients/branding.ts';
import { type ClientChange, createClient, updateClient } from '#lib/clients/client.ts';
import { createKey, revokeKey } from '#lib/clients/keys.ts';
import { timestamp } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { text } from '#lib/fields.ts';
import { isPermission, PERMISSION_NAMES, type Permission } from '#lib/permissions.ts';
import type { Command } from './commands.ts';
import { type Flags, given, list, optional, required, UsageError } from './flags.ts';

const CHANGE_FLAGS = [
  'name',
  'fee-percent',
  'fee-model',
  'accent-color',
  'display-name',
  'logo-url',
] as const;

const feePercent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a number from 0 to 20 with at most 4 decimals')
  .transform(Number)
  .refine((value) => value <= 20, 'must be a number from 0 to 20 with at most 4 decimals');
const { accent_color, display_name, logo_url } = brandingSchema.shape;

function readChange(flags: Flags): ClientChange {
  return given<ClientChange>({
    name: optional(flags, 'name', text(120, 1)),
    feePercent: optional(flags, 'fee-percent', feePercent),
    feeModel: optional(flags, 'fee-model', z.enum(FEE_MODELS, `must be one of ${FEE_MODELS.join(', ')}`)),
    accentColor: optional(flags, 'accent-color', accent_color),
    displayName: optional(flags, 'display-name', display_name),
    logoUrl: optional(flags, 'logo-url', logo_url),
  });
}

function readPermissions(flags: Flags): Permission[] {
  const names = list(required(flags, 'permissions'));
  const unknown = names.filter((name) => !isPermission(name));
  if (unknown.length > 0 || names.length === 0)
    throw new UsageError(
      `--permissions knows ${PERMISSION_NAMES.join(', ')}; not ${unknown.join(', ') || 'none'}.`,
    );
  return [...new Set(names.filter(isPermission))];
}

function readAllowedIps(flags: Flags): string[] {
  const ranges = list(flags['allowed-ips']);
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong !== undefined)
    throw new UsageError(`--allowed-ips: "${wrong}" is neither an address nor a CIDR range.`);
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
      const permissions = readPermissions(flags);
      const allowedIps = readAllowedIps(flags);
      return () =>
        transaction(async (tx) => {
          if (!(await tx.client.findUnique({ where: { id: clientId } })))
            throw new UsageError(`--client: there is no client ${clientId}.`);
          return createKey(tx, { clientId, permissions, allowedIps });
        });
    },
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
