// @module-tag full

import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadCausePage } from '#lib/causes/load-page.ts';
import { MAX_PICTURES } from '#lib/causes/pictures.ts';
import { db } from '#lib/db.ts';
import { MAX_FILE_BYTES } from '#lib/http/upload.ts';
import { accountOf, signIn, submit } from '#testing/browser-session.ts';
import { changeCause, publishedCause } from '#testing/factories.ts';
import { pictureFile } from '#testing/pictures.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const OWNER = 'creator@example.org';

let key: string;
let cookie: string;
beforeEach(async () => {
  await accountOf(OWNER);
  key = await publishedCause(service, partner, { owner: { email: OWNER, name: 'Creator' } });
  cookie = await signIn(OWNER);
});

/** Uploads a file. Returns the errors that its form then shows. */
async function upload(file: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) {
  const back = `/dashboard/causes/${key}/pictures`;
  const form = { lang: 'en', back, key, alt: 'The new pump', ...fields };
  const reply = await submit(service, '/dashboard/actions/picture.add', form, { cookie, file });
  const to = new URL(reply.headers.get('location') ?? '/', service.url);
  const result = await db().formResult.findFirst({ where: { id: to.searchParams.get('result') ?? '' } });
  return { status: reply.status, path: to.pathname, faults: result?.faults };
}
const stored = () => db().causePicture.findMany({ where: { causeKey: key } });

describe('a picture that a creator uploads', () => {
  test('is on the page of the cause, and served in two sizes that caches keep for good', async () => {
    expect(await upload(await pictureFile({ width: 2000, height: 1000, format: 'png' }))).toMatchObject({
      status: 303,
      path: `/dashboard/causes/${key}/pictures`,
      faults: [],
    });
    const [picture] = await stored();
    expect(await loadCausePage(key, new Date())).toMatchObject({
      page: { pictures: [{ alt: 'The new pump', small: { path: `/pictures/${picture?.id}/small` } }] },
    });
    for (const [size, width] of [
      ['small', 640],
      ['large', 1600],
    ] as const) {
      const response = await fetch(`${service.url}/pictures/${picture?.id}/${size}`);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(width);
    }
  });

  test('needs a description', async () => {
    expect((await upload(await pictureFile(), { alt: ' ' })).faults).toMatchObject([
      { field: 'alt', code: 'required' },
    ]);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['of another type', () => pictureFile({ format: 'gif' }), 'pictureType'],
    ['with too many pixels', () => pictureFile({ width: 30_000, height: 2_000, format: 'png' }), 'picturePixels'],
    ['a byte too large', async () => new Uint8Array(MAX_FILE_BYTES + 1), 'pictureSize'],
    ['much too large', async () => new Uint8Array(2 * MAX_FILE_BYTES), 'pictureSize'],
    ['without a byte', async () => new Uint8Array(), 'pictureNeeded'],
  ])('is refused with the reason at its field: %s', async (_file, make, code) => {
    const { path, faults } = await upload(await make());
    expect([path, faults]).toEqual([`/dashboard/causes/${key}/pictures`, [{ field: 'file', code }]]);
    expect(await stored()).toEqual([]);
  });

  test(`is refused beside ${MAX_PICTURES} others`, async () => {
    const bytes = { large: new Uint8Array(1), small: new Uint8Array(1) };
    const data = Array.from({ length: MAX_PICTURES }, (_, n) => ({
      id: `pic_${key}${n}`,
      causeKey: key,
      alt: 'A',
      width: 1,
      height: 1,
      ...bytes,
      createdAt: new Date(),
    }));
    await db().causePicture.createMany({ data });
    expect((await upload(await pictureFile())).faults).toMatchObject([{ code: 'tooManyPictures' }]);
  });

  test('is not read of somebody who is signed out: they are led to sign in', async () => {
    cookie = '';
    expect(await upload(await pictureFile())).toMatchObject({ status: 303, path: '/sign-in' });
    expect(await stored()).toEqual([]);
  });

  test('is gone for everybody once it is deleted', async () => {
    await upload(await pictureFile());
    const [picture] = await stored();
    await submit(service, '/dashboard/actions/picture.delete', { id: picture?.id ?? '' }, { cookie });
    expect((await service.call(`/pictures/${picture?.id}/small`)).status).toBe(404);
  });

  test('of a cause that the public may not see is shown to its owner and staff alone, and kept by no cache', async () => {
    await upload(await pictureFile());
    await changeCause(key, { state: 'draft' });
    const [picture] = await stored();
    const path = `/pictures/${picture?.id}/small`;
    const staff = await accountOf('staff@example.org', 'staff').then(({ email }) => signIn(email));
    const other = await accountOf('other@example.org').then(({ email }) => signIn(email));
    const statusFor = async (of: string) => {
      const response = await fetch(service.url + path, { headers: { cookie: of } });
      return [response.status, response.headers.get('cache-control')];
    };
    for (const of of [cookie, staff]) expect(await statusFor(of)).toEqual([200, 'private, no-store']);
    for (const of of [other, '']) expect(await statusFor(of)).toEqual([404, 'private, no-store']);
  });
});

test.each(['pic_x/small', `pic_${'0'.repeat(24)}/small`, `pic_${'0'.repeat(24)}/huge`])(
  'nothing is at an address of no picture: %s',
  async (path) => {
    expect((await service.call(`/pictures/${path}`)).status).toBe(404);
  },
);
