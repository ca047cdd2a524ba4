import { expect, test } from 'vitest';
import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { newId } from '#lib/ids.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import { qrCode, qrPicture } from './qr-code.ts';

const { service } = runningService();

test('the code of a checkout page holds the address that the partner was given, and nobody keeps it', async () => {
  const ref = newId('checkoutLink');
  const { status, headers, text } = await service.call(`/checkout/qr?ref=${ref}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('image/svg+xml');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(text).toBe(qrPicture(qrCode(checkoutUrl(ref))));
  expect(text).not.toContain(ref);
});

test.each(['', 'chl_', 'chl_short', `pay_${'a'.repeat(24)}`, `chl_${'a'.repeat(23)}<`])(
  'there is no code for %j, which is not formed like a link',
  async (ref) => {
    expect((await service.call(`/checkout/qr?ref=${encodeURIComponent(ref)}`)).status).toBe(404);
  },
);
