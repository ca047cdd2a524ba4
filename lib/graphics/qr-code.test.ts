// @module-tag full

import { expect, test } from 'vitest';
import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { newId } from '#lib/ids.ts';
import { runningService } from '#testing/running-service.ts';
import { qrCode, qrPicture } from './qr-code.ts';

const { service } = runningService();

test('the code of a checkout page contains the partner’s URL, and is not cached', async () => {
  const ref = newId('checkoutLink');
  const { status, headers, text } = await service.call(`/checkout/qr?ref=${ref}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('image/svg+xml');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(text).toBe(qrPicture(qrCode(checkoutUrl(ref))));
  expect(text).not.toContain(ref);
});

test.each(['', 'chl_', 'chl_short', `pay_${'a'.repeat(24)}`, `chl_${'a'.repeat(23)}<`])(
  'there is no code for %j, which does not have the form of a link id',
  async (ref) => {
    expect((await service.call(`/checkout/qr?ref=${encodeURIComponent(ref)}`)).status).toBe(404);
  },
);
