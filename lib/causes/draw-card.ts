import sharp from 'sharp';
import { contrast, DEFAULT_ACCENT, formatColour, parseColour, type Rgb, readableOn } from '#lib/colour.ts';
import { type Drawn, drawnLines, drawnText } from '#lib/drawn-text.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { formatMajor } from '#lib/money.ts';
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
/** An accent this close to the track could not be told from it. */
const LEAST_CONTRAST = 1.5;

/** Pictures drawn lately, so that a cause that is shared widely is drawn once; the oldest goes first. */
const RECENT_PICTURES = 100;
const recent = new Map<string, Promise<Buffer>>();

/** What is read on a card, in one language. */
type Card = {
  title: string;
  organiser: string;
  raised: string;
  ofGoal: string;
  share: number | null;
  accent: Rgb;
};

/**
 * The picture of a cause as a PNG: its title, who organises it, how far it has come, in the organiser's colour. Drawn from
 * our own fonts alone: the cover lies on a server of somebody else, which ours does not ask for anything.
 */
export function drawCard(page: CausePageView, locale: Locale): Promise<Buffer> {
  const card = wordsOf(page, locale);
  const key = JSON.stringify(card);
  const known = recent.get(key);
  if (known) return known;
  const picture = sharp(Buffer.from(cardSvg(card)))
    .png({ compressionLevel: 9 })
    .toBuffer();
  recent.set(key, picture);
  picture.catch(() => recent.delete(key));
  const [oldest] = recent.keys();
  if (recent.size > RECENT_PICTURES && oldest !== undefined) recent.delete(oldest);
  return picture;
}

function wordsOf(
  { title, branding, money, currency, country, isCollecting }: CausePageView,
  locale: Locale,
): Card {
  const t = translatorFor(locale);
  const formatLocale = formattingLocale(locale, country);
  const write = (major: number) => formatMajor(major, currency, formatLocale);
  const share = money?.goalMajor ? money.collectedMajor / money.goalMajor : null;
  const percent = new Intl.NumberFormat(formatLocale, { style: 'percent' });
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

/** The card as SVG, its letters already outlines: nothing of it is looked up when it becomes a picture. */
export function cardSvg({ title, organiser, raised, ofGoal, share, accent }: Card): string {
  const fill = formatColour(contrast(accent, PAPER) < LEAST_CONTRAST ? readableOn(PAPER, accent) : accent);
  const titleSize = [...title].length > 70 ? 58 : 70;
  const lines = drawnLines(title, { weight: 'bold', size: titleSize, width: SPAN, lines: 3 });
  const below = share === null ? HEIGHT - MARGIN : HEIGHT - 176;
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<rect width="${WIDTH}" height="22" fill="${fill}"/>`,
    place(drawnText(organiser, { weight: 'regular', size: 34, width: SPAN }), MARGIN, 118, SOFT_INK),
    ...lines.map((line, index) => place(line, MARGIN, 222 + index * titleSize * 1.22, INK)),
    place(drawnText(raised, { weight: 'bold', size: 48, width: SPAN }), MARGIN, below, INK),
    ...(share === null
      ? []
      : [
          bar(SPAN, TRACK),
          ...(share > 0 ? [bar(Math.max(28, SPAN * Math.min(share, 1)), fill)] : []),
          place(
            drawnText(ofGoal, { weight: 'regular', size: 34, width: SPAN }),
            MARGIN,
            HEIGHT - 64,
            SOFT_INK,
          ),
        ]),
  ];
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>`;
}

function bar(width: number, fill: string): string {
  return `<rect x="${MARGIN}" y="${HEIGHT - 148}" width="${width.toFixed(1)}" height="28" rx="14" fill="${fill}"/>`;
}

function place(drawn: Drawn, x: number, baseline: number, fill: string): string {
  return `<path transform="translate(${x} ${baseline.toFixed(1)})" fill="${fill}" d="${drawn.path}"/>`;
}
