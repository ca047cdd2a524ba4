import type { Role } from './account.ts';

/** Who does something: the domain checks what they may, whatever the page before it has checked. */
export type Actor = { accountId: string; role: Role };
