/**
 * The client of the links that the pages of causes mint: the service itself. Its row comes with the migrations; it has no
 * keys, and the database lets none be issued for it.
 */
export const SERVICE_CLIENT_ID = 'clt_service';

/** Whether keys can be made for a client: for every one but the service itself. */
export function takesKeys(clientId: string): boolean {
  return clientId !== SERVICE_CLIENT_ID;
}

/**
 * Whose look a link wears (decisions.md 50): that of the client who minted it, or, where a donor minted it on the page of
 * a cause, the look they saw there, of the client who brought the cause.
 */
export function wearsLookOfCause(minterId: string): boolean {
  return minterId === SERVICE_CLIENT_ID;
}

/** The same in SQL: the id of the client whose look it is, of the ids of the minter and of the client who brought the cause. */
export function lookOwner(minter: string, broughtBy: string): string {
  return `COALESCE(NULLIF(${minter}, '${SERVICE_CLIENT_ID}'), ${broughtBy})`;
}
