import type { Role } from '#lib/accounts/account.ts';
import { env } from '#lib/env.ts';

/** Whether accounts of a role need a passkey to sign in: staff do, once they could move real money. */
export function needsPasskey(role: Role): boolean {
  return role === 'staff' && env().live;
}

/**
 * Whether an account must sign in again to add the passkey that it needs: its session began before it needed one, as all sessions
 * of staff did until the deployment got a live key.
 */
export function mustAddPasskey(role: Role, passkeys: number): boolean {
  return passkeys === 0 && needsPasskey(role);
}
