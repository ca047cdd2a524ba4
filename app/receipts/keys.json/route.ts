import { keySet } from '#lib/receipts/keys.ts';

/** The database is asked at every request: a key may have been added. */
export const dynamic = 'force-dynamic';

/** The public keys of receipts, as a JSON Web Key Set. */
export async function GET(): Promise<Response> {
  return Response.json(await keySet(), {
    headers: { 'Content-Type': 'application/jwk-set+json', 'Cache-Control': 'public, max-age=300' },
  });
}
