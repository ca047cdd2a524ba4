import { findPicture } from '#lib/causes/pictures.ts';
import { findActor } from '#lib/sessions/session.ts';

type Context = { params: Promise<{ id: string; size: string }> };

/** A picture never changes: another one has another address. A year, in seconds. */
const FOREVER = 'public, max-age=31536000, immutable';
/** For answers that depend on who asks. */
const NOT_CACHED = 'private, no-store';

/**
 * A picture of the page of a cause. Caches keep it for good, except that of a cause which the public may not see: that is
 * shown to its owner and staff alone.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id, size } = await params;
  const picture = await findPicture(id, size);
  if (!picture || !(await maySee(picture, request.headers)))
    return new Response(null, { status: 404, headers: { 'Cache-Control': NOT_CACHED } });
  return new Response(picture.bytes, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': picture.isPublic ? FOREVER : NOT_CACHED,
    },
  });
}

async function maySee(
  { isPublic, ownerId }: { isPublic: boolean; ownerId: string },
  headers: Headers,
): Promise<boolean> {
  if (isPublic) return true;
  const viewer = await findActor(headers);
  return viewer?.role === 'staff' || viewer?.id === ownerId;
}
