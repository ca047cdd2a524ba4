import { isProblem } from '#lib/problems/problem.ts';
import { problemAnswer } from './answer.ts';
import { clientAddress } from './client-address.ts';
import { countCall } from './rate-limit.ts';

/**
 * Something that our own pages link to or show, made for each request: counted by address as everything without a key is
 * (decisions.md 23), and kept by nobody, because its address is a secret of the person it was given to.
 * @param make answers the file's text or bytes with its type and further headers; null where there is none.
 */
export async function pageFile(
  request: Request,
  make: (url: URL) => Promise<{ body: BodyInit; headers: Record<string, string> } | null>,
): Promise<Response> {
  const url = new URL(request.url);
  try {
    await countCall('address', clientAddress(request.headers) ?? 'unknown');
  } catch (error) {
    if (!isProblem(error)) throw error;
    const { status, headers, body } = problemAnswer(error, url.pathname);
    return new Response(body, { status, headers });
  }
  const file = await make(url);
  if (!file) return new Response(null, { status: 404 });
  const isPrivate = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' };
  return new Response(file.body, { headers: { ...isPrivate, ...file.headers } });
}
