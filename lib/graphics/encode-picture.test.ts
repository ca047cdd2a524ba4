// @module-tag full

import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { pictureFile } from '#testing/pictures.ts';
import { type EncodedPicture, encodePicture } from './encode-picture.ts';

const encoded = async (file: Uint8Array) => (await encodePicture(file)) as EncodedPicture;
const sizeOf = async (file: Uint8Array) => {
  const { format, width, height } = await sharp(file).metadata();
  return [format, width, height];
};

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('of type %s becomes JPEG in two sizes', async (format) => {
    const { large, small, width, height } = await encoded(await pictureFile({ width: 3000, height: 1500, format }));
    expect([width, height]).toEqual([1600, 800]);
    expect(await sizeOf(large)).toEqual(['jpeg', 1600, 800]);
    expect(await sizeOf(small)).toEqual(['jpeg', 640, 320]);
  });

  it('that is small stays as small', async () => {
    const { large, small } = await encoded(await pictureFile({ width: 60, height: 40 }));
    expect([await sizeOf(large), await sizeOf(small)]).toEqual([
      ['jpeg', 60, 40],
      ['jpeg', 60, 40],
    ]);
  });

  it('loses its metadata, and is turned as that said', async () => {
    const file = await sharp(await pictureFile({ width: 60, height: 40 }))
      .withExif({ IFD0: { Copyright: 'Ana' }, IFD3: { GPSLatitude: '4/1 36/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const before = await sharp(file).metadata();
    expect([before.orientation, before.exif !== undefined]).toEqual([6, true]);
    for (const made of Object.values(await encoded(file)).filter((part) => Buffer.isBuffer(part))) {
      const { exif, icc, xmp, iptc, orientation, width, height } = await sharp(made).metadata();
      expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined));
      expect([width, height]).toEqual([40, 60]);
    }
  });

  it('of noise, which compresses worst, is still light enough for a phone', async () => {
    const noise = { width: 1700, height: 1700, channels: 3 as const };
    const pixels = sharp({
      create: { ...noise, background: '#000', noise: { type: 'gaussian', sigma: 80, mean: 128 } },
    });
    const { large, small } = await encoded(await pixels.jpeg({ quality: 95 }).toBuffer());
    // The bounds of the table.
    expect(large.length).toBeLessThan(1_500_000);
    expect(small.length).toBeLessThan(400_000);
  });

  it('with more pixels than we decode is refused, however few bytes it has', async () => {
    const bomb = await pictureFile({ width: 30_000, height: 2_000, format: 'png' });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await encodePicture(bomb)).toBe('too_many_pixels');
  });
});

test.each([
  ['GIF', () => pictureFile({ format: 'gif' })],
  ['TIFF', () => pictureFile({ format: 'tiff' })],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['PDF', async () => Buffer.from('%PDF-1.7')],
  ['nothing', async () => new Uint8Array()],
])('a file of another type is refused: %s', async (_type, file) => {
  expect(await encodePicture(await file())).toBe('other_type');
});

test('a damaged picture is refused, and the next one is still encoded', async () => {
  const whole = await pictureFile({ width: 800, height: 800, format: 'png' });
  expect(await encodePicture(whole.subarray(0, whole.length / 2))).toBe('damaged');
  expect(await encodePicture(Buffer.from('\xff\xd8\xffnot a picture', 'latin1'))).toBe('damaged');
  expect(await encoded(whole)).toMatchObject({ width: 800 });
});
