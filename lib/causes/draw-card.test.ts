// @module-tag full

import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { faces } from '#lib/graphics/fonts.ts';
import { drawnLines, drawnText } from '#lib/graphics/text-outline.ts';
import { cardSvg, drawCard } from './draw-card.ts';
import type { CausePageView } from './page-view.ts';

beforeAll(() => {
  process.env.LOG_LEVEL = 'silent';
});

const page: CausePageView = {
  title: 'Agua limpia para la vereda El Salado',
  story: '',
  image: 'https://127.0.0.1:1/must-not-be-asked-for.jpg',
  path: '/c/agua',
  url: 'https://example.org/c/agua',
  country: 'co',
  currency: 'COP',
  money: { collectedMajor: 20_000_000, goalMajor: 40_000_000, contributions: 12 },
  contributions: [],
  nextContributions: null,
  useOfFunds: '',
  organiser: null,
  pictures: [],
  updates: [],
  nextUpdates: null,
  showsEarlierUpdates: false,
  showsEarlier: false,
  branding: { display_name: 'Casa Abierta', accent_color: '#0F766E' },
  trust: {
    receiver: null,
    service: null,
    feePercent: 5,
    feeModel: 'plus_gateway_costs',
    termsUrl: null,
    privacyUrl: null,
    supportEmail: null,
  },
  publicStatus: 'open',
  closesAt: null,
  isCollecting: true,
  hasClosed: false,
  isPreview: false,
  isDraft: false,
  dashboardPath: null,
  testMode: true,
};

/** The colour of a pixel. */
async function pixel(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}
const ACCENT = [15, 118, 110];
const TRACK = [227, 232, 237];
const BAR = 496;

describe('the card of a cause', () => {
  it('is a PNG of the dimensions and file size that messengers accept', async () => {
    const picture = await drawCard(page, 'es');
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(picture.length).toBeLessThan(300_000);
  });

  it('has a bar as long as the reached share of the goal, in the partner’s colour', async () => {
    const picture = await drawCard(page, 'es');
    expect(await pixel(picture, 590, BAR)).toEqual(ACCENT);
    expect(await pixel(picture, 615, BAR)).toEqual(TRACK);
    const over = await drawCard({ ...page, money: { collectedMajor: 99, goalMajor: 3, contributions: 1 } }, 'es');
    expect(await pixel(over, 1110, BAR)).toEqual(ACCENT);
    expect(await pixel(over, 1130, BAR)).toEqual([255, 255, 255]);
  });

  it('has no bar without a goal, nor where amounts are hidden', async () => {
    for (const money of [null, { collectedMajor: 5, goalMajor: null, contributions: 1 }]) {
      const picture = await drawCard({ ...page, money }, 'es');
      expect(await pixel(picture, 900, BAR)).toEqual([255, 255, 255]);
    }
  });

  it('differs by language and by what it says', async () => {
    const pictures = await Promise.all([
      drawCard(page, 'es'),
      drawCard(page, 'en'),
      drawCard({ ...page, title: 'Otra' }, 'es'),
    ]);
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(3);
  });

  it('refers to nothing outside of itself, whatever the title contains', () => {
    const svg = cardSvg({
      title: '<image href="https://evil.example/x.png"/> & "quotes"',
      organiser: '',
      raised: '',
      ofGoal: '',
      share: null,
      accent: [255, 255, 255],
    });
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/http|href|<image|<text|url\(/);
    // A white accent would be invisible on white.
    expect(svg).not.toMatch(/height="22" fill="#ffffff"/);
  });
});

describe('any text whatever', () => {
  const card = (title: string) =>
    cardSvg({
      title,
      organiser: title.slice(0, 60),
      raised: '',
      ofGoal: '',
      share: null,
      accent: [15, 118, 110],
    });
  const codePoint = fc.oneof(
    fc.integer({ min: 0, max: 0x10_ffff }),
    // Half of a surrogate pair, Arabic forms, marks, and what directs text.
    ...[
      [0xd800, 0xdfff],
      [0xfb50, 0xfeff],
      [0x600, 0x6ff],
      [0x300, 0x36f],
      [0x2000, 0x206f],
      [0x900, 0x97f],
      [0x20, 0x7e],
    ].map(([min = 0, max = 0]) => fc.integer({ min, max })),
  );

  it('is drawn or left out, and never breaks the card', () => {
    const title = fc.array(codePoint, { maxLength: 150 }).map((all) => String.fromCodePoint(...all));
    fc.assert(
      fc.property(title, (text) => {
        expect(card(text)).not.toMatch(/NaN|undefined|Infinity/);
      }),
      {
        seed: 20261126,
        numRuns: 300,
        examples: [['\ufef7\ufefb'], ['\ufefb \ufef7 '.repeat(30)], ['\ud800']],
      },
    );
  });

  it('is drawn of every block of Unicode', async () => {
    for (let first = 0; first < 0x11_0000; first += 0x100) {
      // A block's letters in different neighbourhoods: the first of each sixteen.
      const letters = Array.from({ length: 16 }, (_, index) => first + index * 16);
      expect(card(String.fromCodePoint(...letters))).not.toMatch(/NaN|undefined/);
    }
    await expect(drawCard({ ...page, title: 'Agua \ufef7\ufefb\u0000\ud800' }, 'es')).resolves.toBeInstanceOf(Buffer);
  });

  it('is left out of a picture that could not be drawn with it', async () => {
    const [face] = faces('bold');
    if (!face) throw new Error('Bug: no font');
    // An outline that ends the attribute it stands in: no SVG any more.
    const path = { scale: () => path, translate: () => path, toSVG: () => '"<' };
    const run = { glyphs: [{ id: 1, path }], positions: [{ xAdvance: 1, xOffset: 0, yOffset: 0 }] };
    const layout = vi.spyOn(face.font, 'layout').mockReturnValueOnce(run as never);
    try {
      const picture = await drawCard({ ...page, title: 'Zxqv' }, 'es');
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200 });
      expect(layout).toHaveBeenCalled();
    } finally {
      layout.mockRestore();
    }
  });

  it('leaves out what the font breaks on', () => {
    const [face] = faces('bold');
    if (!face) throw new Error('Bug: no font');
    const layout = vi.spyOn(face.font, 'glyphsForString').mockImplementation((text) => {
      if (text === '') return [];
      throw new RangeError('broken table');
    });
    try {
      expect(drawnText('Zxqv', { weight: 'bold', size: 70, width: 1040 })).toMatchObject({
        path: '',
        width: 0,
      });
    } finally {
      layout.mockRestore();
    }
  });
});

describe('text drawn for a card', () => {
  const setting = { weight: 'bold', size: 70, width: 1040 } as const;

  it('breaks between words, and truncates its last line', () => {
    const lines = drawnLines('una palabra tras otra '.repeat(12), { ...setting, lines: 3 });
    expect(lines).toHaveLength(3);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(setting.width);
  });

  it('also fits if it is one endless word', () => {
    const { width } = drawnText('x'.repeat(150), setting);
    expect(width).toBeLessThanOrEqual(setting.width);
    expect(width).toBeGreaterThan(setting.width * 0.9);
  });
});
