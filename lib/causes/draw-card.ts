import sharp from 'sharp';
import { contrast, DEFAULT_ACCENT, formatColour, parseColour, type Rgb, readableOn } from '#lib/colour.ts';
import { type Drawn, drawnLines, drawnText } from '#lib/graphics/text-outline.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { moneyStyle } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeMoney } from '#lib/i18n/write-money.ts';
import { log } from '#lib/log.ts';
import type { CausePageView } from './page-view.ts';

/** The size that messengers and social networks ask for (ogp.me), in pixels. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const SPAN = WIDTH - 2 * MARGIN;

const PAPER: Rgb = [255, 255, 255];
const INK = '#16202c';
const SOFT_INK = '#52606f';
const TRACK = '#e3e8ed';
/** With less contrast, the bar would be indistinguishable from its track. */
const LEAST_CONTRAST = 1.5;

/** A cache of recent pictures, so that a widely shared cause is drawn once. The oldest is dropped first. */
const RECENT_PICTURES = 100;
const recent = new Map<string, Promise<Buffer>>();

/** The texts and figures on a card, in one language. */
type Card = {
  title: string;
  organiser: string;
  raised: string;
  ofGoal: string;
  share: number | null;
  accent: Rgb;
};

/**
 * The social card of a cause as a PNG: its title, its organiser and its progress, in the organiser's colour. The cover image is
 * left out, because our servers fetch nothing from other people's.
 */
export function drawCard(page: CausePageView, locale: Locale): Promise<Buffer> {
  const card = wordsOf(page, locale);
  const key = JSON.stringify(card);
  const known = recent.get(key);
  if (known) return known;
  const picture = drawn(card);
  recent.set(key, picture);
  picture.catch(() => recent.delete(key));
  const [oldest] = recent.keys();
  if (recent.size > RECENT_PICTURES && oldest !== undefined) recent.delete(oldest);
  return picture;
}

/** Draws a card; without the texts of others where those cannot be drawn. */
async function drawn(card: Card): Promise<Buffer> {
  try {
    return await asPng(cardSvg(card));
  } catch (error) {
    log().warn({ err: error }, 'a card was drawn without its title');
    return asPng(cardSvg({ ...card, title: '', organiser: '' }));
  }
}

function asPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

function wordsOf({ title, branding, money, currency, country, isCollecting }: CausePageView, locale: Locale): Card {
  const t = translatorFor(locale);
  // One picture is kept for everybody.
  const style = moneyStyle({ locale, place: null }, country);
  const write = (major: number) => writeMoney(major, currency, style);
  const share = money?.goalMajor ? money.collectedMajor / money.goalMajor : null;
  const percent = new Intl.NumberFormat(style.formatLocale, { style: 'percent' });
  return {
    title,
    organiser: branding?.display_name ? t('cause.organiser', { partner: branding.display_name }) : '',
    raised: money
      ? t('cause.raised', { amount: write(money.collectedMajor) })
      : isCollecting
        ? t('cause.share.invite')
        : '',
    ofGoal:
      money?.goalMajor && share !== null
        ? t('cause.ofGoal', {
            share: percent.format(Math.floor(share * 100 + 1e-9) / 100),
            amount: write(money.goalMajor),
          })
        : '',
    share,
    accent: parseColour(branding?.accent_color) ?? DEFAULT_ACCENT,
  };
}

/** The card as SVG. Its text is outlines already, so that rendering needs no fonts. */
export function cardSvg({ title, organiser, raised, ofGoal, share, accent }: Card): string {
  const fill = formatColour(contrast(accent, PAPER) < LEAST_CONTRAST ? readableOn(PAPER, accent) : accent);
  const titleSize = [...title].length > 70 ? 58 : 70;
  const lines = drawnLines(title, { weight: 'bold', size: titleSize, width: SPAN, lines: 3 });
  const below = share === null ? HEIGHT - MARGIN : HEIGHT - 176;
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<rect width="${WIDTH}" height="22" fill="${fill}"/>`,
    place(drawnText(organiser, { weight: 'regular', size: 34, width: SPAN }), 118, SOFT_INK),
    ...lines.map((line, index) => place(line, 222 + index * titleSize * 1.22, INK)),
    place(drawnText(raised, { weight: 'bold', size: 48, width: SPAN }), below, INK),
    ...(share === null
      ? []
      : [
          bar(SPAN, TRACK),
          ...(share > 0 ? [bar(Math.max(28, SPAN * Math.min(share, 1)), fill)] : []),
          place(drawnText(ofGoal, { weight: 'regular', size: 34, width: SPAN }), HEIGHT - 64, SOFT_INK),
        ]),
  ];
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>`;
}

function bar(width: number, fill: string): string {
  return `<rect x="${MARGIN}" y="${HEIGHT - 148}" width="${width.toFixed(1)}" height="28" rx="14" fill="${fill}"/>`;
}

/** A line at the side where its reader begins. */
function place({ path, width, direction }: Drawn, baseline: number, fill: string): string {
  const x = direction === 'rtl' ? WIDTH - MARGIN - width : MARGIN;
  return `<path transform="translate(${x} ${baseline.toFixed(1)})" fill="${fill}" d="${path}"/>`;
}
