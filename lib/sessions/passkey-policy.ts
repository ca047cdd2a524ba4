import type { Role } from '#lib/accounts/account.ts';
import { env } from '#lib/env.ts';

/** Whether an account of a role needs a passkey to be let in: staff do, as soon as they could move real money. */
export function needsPasskey(role: Role): boolean {
  return role === 'staff' && env().live;
}
