import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { qrCode, qrPicture } from '#lib/graphics/qr-code.ts';
import { privateFile } from '#lib/http/private-file.ts';
import { isIdOf } from '#lib/ids.ts';

/**
 * The URL of a checkout page as a QR code, to continue on another device. It accepts anything in the form of a link's id,
 * so that it does not reveal which links exist.
 */
export function GET(request: Request): Promise<Response> {
  return privateFile(request, async ({ searchParams }) => {
    const ref = searchParams.get('ref') ?? '';
    if (!isIdOf('checkoutLink', ref)) return null;
    return { body: qrPicture(qrCode(checkoutUrl(ref))), headers: { 'Content-Type': 'image/svg+xml' } };
  });
}
