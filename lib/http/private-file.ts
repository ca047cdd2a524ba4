import { isProblem } from '#lib/problems/problem.ts';
import { clientAddress } from './client-address.ts';
import { countCall, type LimitScope } from './rate-limit.ts';
import { problemResponse } from './response.ts';

/**
 * Serves a file that is generated for each request, such as a receipt's PDF. Requests are counted by address, like all
 * without a key (ruling 23), by a limit of their own where a file is expensive. No cache stores the file, because its URL is a secret of its recipient.
 * @param make returns the file's text or bytes, its type and further headers; null if there is none
 */
export async function privateFile(
  request: Request,
  make: (url: URL) => Promise<{ body: BodyInit; headers: Record<string, string> } | null>,
  limit: Extract<LimitScope, 'address' | 'drawing'> = 'address',
): Promise<Response> {
  const url = new URL(request.url);
  let file: Awaited<ReturnType<typeof make>>;
  try {
    await countCall(limit, clientAddress(request.headers) ?? 'unknown');
    file = await make(url);
  } catch (error) {
    if (!isProblem(error)) throw error;
    const { status, headers, body } = problemResponse(error, url.pathname);
    return new Response(body, { status, headers });
  }
  if (!file) return new Response(null, { status: 404 });
  const isPrivate = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' };
  return new Response(file.body, { headers: { ...isPrivate, ...file.headers } });
}
