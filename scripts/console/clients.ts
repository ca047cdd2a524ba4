import { z } from 'zod';
import { FEE_MODELS } from '#lib/causes/fees.ts';
import { type ClientChange, createClient, updateClient } from '#lib/clients/client.ts';
import { clientTexts, readAllowedIps, readPermissions } from '#lib/clients/client-input.ts';
import { requiresKeyApproval } from '#lib/clients/key-approval.ts';
import { createKey, KEY_NAME, revokeKey } from '#lib/clients/keys.ts';
import { timestamp } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { PERMISSION_NAMES, type Permission } from '#lib/permissions.ts';
import { audit, changedFields } from '#lib/policy/audit.ts';
import { canHaveKeys } from '#lib/service-client.ts';
import { type Command, clearable, type Flags, given, list, optional, required, UsageError } from './command.ts';

const CHANGE_FLAGS = [
  'name',
  'fee-percent',
  'fee-model',
  'accent-color',
  'display-name',
  'logo-url',
  'contact-email',
  'legal-name',
  'terms-url',
  'privacy-url',
  'support-email',
  'tax-id',
  'deductible',
  'deductible-note',
] as const;

function readChange(flags: Flags): ClientChange {
  return given<ClientChange>({
    name: optional(flags, 'name', clientTexts.name),
    feePercent: optional(flags, 'fee-percent', clientTexts.feePercent),
    feeModel: optional(flags, 'fee-model', z.enum(FEE_MODELS, `must be one of ${FEE_MODELS.join(', ')}`)),
    accentColor: clearable(flags, 'accent-color', clientTexts.accentColor),
    displayName: clearable(flags, 'display-name', clientTexts.displayName),
    logoUrl: clearable(flags, 'logo-url', clientTexts.logoUrl),
    contactEmail: clearable(flags, 'contact-email', clientTexts.contactEmail),
    legalName: clearable(flags, 'legal-name', clientTexts.legalName),
    termsUrl: clearable(flags, 'terms-url', clientTexts.termsUrl),
    privacyUrl: clearable(flags, 'privacy-url', clientTexts.privacyUrl),
    supportEmail: clearable(flags, 'support-email', clientTexts.supportEmail),
    taxId: clearable(flags, 'tax-id', clientTexts.taxId),
    deductible: clearable(flags, 'deductible', clientTexts.deductible),
    deductibleNote: clearable(flags, 'deductible-note', clientTexts.deductibleNote),
  });
}

function permissionsOf(flags: Flags): Permission[] {
  const { known, unknown } = readPermissions(list(required(flags, 'permissions')));
  if (unknown.length > 0 || known.length === 0)
    throw new UsageError(`--permissions knows ${PERMISSION_NAMES.join(', ')}; not ${unknown.join(', ') || 'none'}.`);
  return known;
}

function allowedIpsOf(flags: Flags): string[] {
  const { ranges, wrong } = readAllowedIps(flags['allowed-ips'] ?? '');
  if (wrong.length > 0) throw new UsageError(`--allowed-ips: "${wrong[0]}" is neither an address nor a CIDR range.`);
  if (flags['allowed-ips'] !== undefined && ranges.length === 0) throw new UsageError('--allowed-ips names no range.');
  return ranges;
}

export const CLIENT_COMMANDS: Readonly<Record<string, Command>> = {
  'client create': {
    flags: CHANGE_FLAGS,
    prepare: (flags) => {
      required(flags, 'name');
      const { name = '', ...change } = readChange(flags);
      return () =>
        transaction(async (tx) => {
          const client = await createClient(tx, { name, ...change });
          await audit(tx, { actor: 'console', action: 'client.create', subject: client.id, data: {} });
          return client;
        });
    },
  },
  'client update': {
    flags: ['id', ...CHANGE_FLAGS],
    prepare: (flags) => {
      const id = required(flags, 'id');
      const change = readChange(flags);
      if (Object.keys(change).length === 0)
        throw new UsageError(
          `Nothing to change: give ${CHANGE_FLAGS.map((flag) => `--${flag}`).join(', ')}. An empty value clears what can be absent.`,
        );
      return async () => {
        const client = await transaction((tx) => updateClient(tx, id, change, 'console'));
        if (!client) throw new UsageError(`--id: there is no client ${id}.`);
        return client;
      };
    },
  },
  'key create': {
    flags: ['client', 'name', 'permissions', 'allowed-ips'],
    prepare: (flags) => {
      const clientId = required(flags, 'client');
      const permissions = permissionsOf(flags);
      const allowedIps = allowedIpsOf(flags);
      const name = optional(flags, 'name', KEY_NAME) ?? '';
      return () =>
        transaction(async (tx) => {
          if (!(await tx.client.findUnique({ where: { id: clientId } })))
            throw new UsageError(`--client: there is no client ${clientId}.`);
          if (!canHaveKeys(clientId))
            throw new UsageError(`--client: ${clientId} is the service itself, which has no keys.`);
          const key = await createKey(tx, { clientId, name, permissions, allowedIps });
          const data = requiresKeyApproval(permissions) ? { withoutSecondPerson: true } : {};
          await audit(tx, { actor: 'console', action: 'key.create', subject: key.id, data });
          return key;
        });
    },
  },
  'key revoke': {
    flags: ['id'],
    prepare: (flags) => {
      const id = required(flags, 'id');
      return async (now) => {
        return transaction(async (tx) => {
          const before = await tx.apiKey.findUnique({ where: { id } });
          const revoked = await revokeKey(tx, id, now);
          if (!before || !revoked) throw new UsageError(`--id: there is no key ${id}.`);
          const data = changedFields(before, { ...before, revokedAt: revoked.stoppedAt }, ['revokedAt']);
          // One that had stopped before keeps its time, and nothing has changed.
          if (revoked.wasWorking) await audit(tx, { actor: 'console', action: 'key.revoke', subject: id, data });
          return { id, revoked_at: timestamp(revoked.stoppedAt) };
        });
      };
    },
  },
};
