/**
 * The client of the links that the pages of causes mint: the service itself. Its row comes with the migrations; it has no
 * keys, and the database lets none be issued for it.
 */
export const SERVICE_CLIENT_ID = 'clt_service';

type HasId = { id: string };

/**
 * The client whose look a link wears (decisions.md 50): the one that minted it. A donor who gives from the page of a cause
 * stays with the look they saw there, of the client who brought the cause.
 */
export function clientOfLook<C extends HasId>(minter: C, broughtCause: C): C {
  return minter.id === SERVICE_CLIENT_ID ? broughtCause : minter;
}
