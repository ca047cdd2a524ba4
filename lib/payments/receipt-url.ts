import { env } from '#lib/env.ts';

/** The path of a receipt's page. Whoever knows the token reads the receipt: it goes to the donor alone. */
export function receiptPath(token: string): string {
  return `/receipt/${token}`;
}

/** The address of a receipt's page, for mails. */
export function receiptUrl(token: string): string {
  return env().publicBaseUrl + receiptPath(token);
}
