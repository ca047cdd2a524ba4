import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { pageFile } from '#lib/http/page-file.ts';
import { isIdOf } from '#lib/ids.ts';
import { qrCode, qrPicture } from '#lib/qr-code.ts';

/**
 * The address of a checkout page as a QR code, to go on with it on another device. Drawn for whatever is formed like the
 * id of a link: it says nothing about which links there are.
 */
export function GET(request: Request): Promise<Response> {
  return pageFile(request, async ({ searchParams }) => {
    const ref = searchParams.get('ref') ?? '';
    if (!isIdOf('checkoutLink', ref)) return null;
    return { body: qrPicture(qrCode(checkoutUrl(ref))), headers: { 'Content-Type': 'image/svg+xml' } };
  });
}
