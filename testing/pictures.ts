import sharp from 'sharp';

type Options = { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' };

/** A picture of one colour as a file. */
export async function pictureFile({
  width = 60,
  height = 40,
  format = 'jpeg',
}: Options = {}): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width, height, channels: 3, background: '#0b6b53' } as const;
  return new Uint8Array(await sharp({ create, limitInputPixels: false }).toFormat(format).toBuffer());
}
