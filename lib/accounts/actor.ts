import type { Role } from './account.ts';

/** The person who acts. The domain checks their permission, even if the page has checked it before. */
export type Actor = { accountId: string; role: Role };
