import sharp, { type Sharp } from 'sharp';

/** The longest side of each size, in pixels: for a wide screen, and for a phone. */
const LARGE_PIXELS = 1600;
export const SMALL_PIXELS = 640;
/** More than phones take unless told to. Decoded, so many pixels are 150 MB; the file that holds them may be a few kB. */
const MAX_PIXELS = 50_000_000;
/** Tried in this order until the large size is small enough to be loaded on a phone, in bytes. */
const QUALITIES = [80, 65, 50, 35];
const AIM_BYTES = 500_000;
/** A picture that takes longer is an attack, in seconds. */
const TIMEOUT_SECONDS = 20;

/** A picture as we store it: JPEG without metadata. Width and height are those of the large size, in pixels. */
export type EncodedPicture = { large: Buffer; small: Buffer; width: number; height: number };
/** Why a file is refused: of another type than JPEG, PNG or WebP; more pixels than we decode; damaged. */
export type PictureFault = 'other_type' | 'too_many_pixels' | 'damaged';

/** One picture at a time is decoded in a process, so that several do not take its memory. */
const LAST = Symbol.for('fundraising.lastPicture');
type Holder = { [LAST]?: Promise<unknown> };

/**
 * Decodes an uploaded picture and encodes it anew in two sizes. Nothing of the file itself is kept: neither its metadata, such
 * as the place where it was taken, nor whatever else it carries. It is turned as its metadata says before.
 */
export function encodePicture(file: Uint8Array): Promise<EncodedPicture | PictureFault> {
  const holder = globalThis as Holder;
  const encoded = (holder[LAST] ?? Promise.resolve()).then(() => encode(file));
  holder[LAST] = encoded.catch(() => {});
  return encoded;
}

async function encode(file: Uint8Array): Promise<EncodedPicture | PictureFault> {
  // Known by its first bytes, before a decoder sees it: the name and type that a browser sends prove nothing.
  if (!isAccepted(file)) return 'other_type';
  try {
    const { width = 0, height = 0 } = await sharp(file, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) return 'too_many_pixels';
    const turned = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width: LARGE_PIXELS, height: LARGE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = sharp(turned.data, { raw: turned.info });
    const small = pixels
      .clone()
      .resize({ width: SMALL_PIXELS, height: SMALL_PIXELS, fit: 'inside', withoutEnlargement: true });
    return {
      large: await encodeLarge(pixels),
      small: await small.jpeg({ quality: 75, progressive: true }).toBuffer(),
      width: turned.info.width,
      height: turned.info.height,
    };
  } catch {
    return 'damaged';
  }
}

async function encodeLarge(pixels: Sharp): Promise<Buffer> {
  let encoded = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    encoded = await pixels.clone().jpeg({ quality, progressive: true }).toBuffer();
    if (encoded.length <= AIM_BYTES) break;
  }
  return encoded;
}

/** Whether a file begins as JPEG, PNG or WebP does. */
function isAccepted(file: Uint8Array): boolean {
  const begins = Buffer.from(file.subarray(0, 12)).toString('latin1');
  return (
    begins.startsWith('\xff\xd8\xff') || begins.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF[\s\S]{4}WEBP$/.test(begins)
  );
}
