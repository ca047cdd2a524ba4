/**
 * The client of links minted on the pages of causes: the service itself. A migration inserts its row. The database refuses
 * keys for it.
 */
export const SERVICE_CLIENT_ID = 'clt_service';

/** Whether a client can have keys: every one but the service itself. */
export function canHaveKeys(clientId: string): boolean {
  return clientId !== SERVICE_CLIENT_ID;
}

/**
 * Whether a link's pages show the branding of its cause's creator (ruling 50): only if a donor minted it on the cause's
 * page. Every other link shows its minter's.
 */
export function usesBrandingOfCause(minterId: string): boolean {
  return minterId === SERVICE_CLIENT_ID;
}

/** The same in SQL: the id of the client with the branding, from the ids of the minter and of the cause's creator. */
export function brandingOwner(minter: string, creator: string): string {
  return `COALESCE(NULLIF(${minter}, '${SERVICE_CLIENT_ID}'), ${creator})`;
}
