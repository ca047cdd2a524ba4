import { causeUrl } from '#lib/causes/present.ts';
import { qrCode, qrPicture } from '#lib/graphics/qr-code.ts';

type Context = { params: Promise<{ slug: string }> };

/** How long caches may keep it, in seconds: an address that a cause has had leads to it for good. */
const KEPT_SECONDS = 86_400;

/**
 * The address of the page of a cause as a QR code. Drawn for whatever is formed like an address: it says nothing about which
 * causes there are, and reads nothing.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { slug } = await params;
  if (!/^[a-z0-9-]{1,150}$/.test(slug)) return new Response(null, { status: 404 });
  return new Response(qrPicture(qrCode(causeUrl(slug))), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': `public, max-age=${KEPT_SECONDS}` },
  });
}
