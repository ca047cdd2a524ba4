import type { Role } from '#lib/accounts/account.ts';
import { env } from '#lib/env.ts';

/** Whether accounts of a role need a passkey to sign in: staff do, once they could move real money. */
export function needsPasskey(role: Role): boolean {
  return role === 'staff' && env().live;
}
