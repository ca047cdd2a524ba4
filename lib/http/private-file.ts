import { isProblem } from '#lib/problems/problem.ts';
import { problemResponse } from './response.ts';

/**
 * Serves a file that is generated for each request, such as a receipt's PDF. No cache stores the file, because its URL is a
 * secret of its recipient.
 * @param make returns the file's text or bytes, its type and further headers; null if there is none
 */
export async function privateFile(
  request: Request,
  make: (url: URL) => Promise<{ body: BodyInit; headers: Record<string, string> } | null>,
): Promise<Response> {
  const url = new URL(request.url);
  const isPrivate = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' };
  let file: Awaited<ReturnType<typeof make>>;
  try {
    file = await make(url);
  } catch (error) {
    if (!isProblem(error)) throw error;
    const { status, headers, body } = problemResponse(error, url.pathname);
    return new Response(body, { status, headers: { ...headers, ...isPrivate } });
  }
  // Whether there is a file depends on who asks.
  if (!file) return new Response(null, { status: 404, headers: isPrivate });
  return new Response(file.body, { headers: { ...isPrivate, ...file.headers } });
}
