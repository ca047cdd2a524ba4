import { describe, expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { LOCALES, type Locale } from './locales.ts';
import { dashboardEn } from './messages/en/dashboard.ts';
import { listsEn } from './messages/en/lists.ts';
import { reviewEn } from './messages/en/review.ts';
import { staffEn } from './messages/en/staff.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every text of a language with its key. */
function textsIn(tree: Tree, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : textsIn(value, `${path}${key}.`),
  );
}

/** Its words, without values, names of variables and URLs. */
function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/\{\w+\}|<\/?\w+>|\S*[@/]\S*|[A-Z]+_\w+/g, ' ');
  return plain.match(/\p{L}+/gu) ?? [];
}

/**
 * A button has room for 24 letters on the smallest phone (320 px), a heading for 18. Browser tests check the layout in
 * English and Portuguese (e2e/every-screen); texts wrap between words, so only a longer word could be too wide.
 */
const LONGEST_WORD = 18;

describe.each(LOCALES)('the texts in %s', (locale) => {
  test('have no word that is too long for the smallest phone', () => {
    const long = textsIn(CATALOGUE[locale]).flatMap(([key, text]) =>
      wordsOf(text)
        .filter((word) => word.length > LONGEST_WORD)
        .map((word) => `${key}: ${word}`),
    );
    expect(long).toEqual([]);
  });

  test('contain no message key and no missing value', () => {
    const left = textsIn(CATALOGUE[locale]).filter(([, text]) => /\bundefined\b|\bNaN\b|\[object|\bnull\b/.test(text));
    expect(left).toEqual([]);
  });
});

/** Similar languages share short sentences. */
const SHARED_WORDS = 5;

test.each([
  ['pt', 'es'],
  ['es', 'pt'],
] as [Locale, Locale][])('no sentence in %s is left in %s', (locale, other) => {
  const others = new Map(textsIn(CATALOGUE[other]));
  const left = textsIn(CATALOGUE[locale]).filter(
    ([key, text]) => others.get(key) === text && wordsOf(text).length >= SHARED_WORDS,
  );
  expect(left).toEqual([]);
});

/** The groups of texts on the pages of creators and staff. */
const DASHBOARD_GROUPS = Object.keys({ ...dashboardEn, ...listsEn, ...reviewEn, ...staffEn });

/** Another spelling, or another word for a thing that has a name: an email, a receipt, a refund, a link. */
const OTHER_WORDS: Record<Locale, RegExp> = {
  en: /\be-mail|organis|neighbour|colour|\bexpiry\b|\b(?:give|giving|gave|given)\b[^.]* back\b|call(?:ed)? off|just now|\bmeanwhile\b|afterwards/i,
  es: /(?<!\{)\be-?mails?\b|\brecibos?\b|\blinks?\b|reembols|\bahora mismo no\b|\bpediste\b/i,
  pt: /(?<!\{)\bemails?\b|\brecibos?\b|reembols|estorn|\bagradecemos\b|pedidos? de saque|\bpediu\b/i,
};

/** What a native editor would not write, or what is read in two ways. */
const NOT_WRITTEN: Record<Locale, RegExp> = {
  en: /\btoo late or twice\b|\bthe other \{|\bask for your money\b|\bonce you have been paid\b|receipt was already sent several|as many causes today|\bask them too\b|\bbank without a reason\b/i,
  // "Las" is wrong for one o'clock, and after "p. m." a sentence ends without another point.
  // "Nadie más" is nobody else, and "el equipo" may be the computer.
  es: /\blas \{time\}|en pausa[^.]*\{time\}\.|\blos otros \{|^Su página|\bnadie más puede|puede pagar más|\b(?:retirar|retiros) a ella\b|^El equipo necesita|\btu primer pago\b|banco sin motivo|^sin plazo|^\{amount\} superan|^Su enlace|todas las causas posibles/i,
  // The donor may be a woman. Whoever writes about a donation may publish it.
  pt: /\bas \{time\}|\bvocê (?:não )?(?:foi|será|é) cobrad|\bdela (?:vão|foram)\b|\ba gente\b|\bstatus\b|\bfalho\b|^A página dele\b|\bcom a causa ficam\b|\{owed\} estão|\btalvez escrevamos\b|\bseu primeiro pagamento\b|banco sem motivo|^nenhum prazo|^\{amount\} superam|\bseus doadores\b|\bo seu motivo\b|\bsair em todos\b|\bescrever (?:sobre|se)\b/i,
};

/**
 * What the service does not keep: staff see drafts, donors are mailed where they left an address, and the address of a
 * receipt gets the mails about its refunds; of a bank transfer, the bank is stored.
 */
const NOT_KEPT: Record<Locale, RegExp> = {
  en: /only you can\b|only to you\b|nobody else can see|donor (?:is|was) notified by email\.|only for this receipt|only your name and email\b/i,
  es: /solo tú puedes|solo para ti\b(?!:)|(?<!no )se avis[aó] al donante por correo\.|solo lo usamos para este comprobante|guardamos tu nombre y tu correo\./i,
  pt: /só você pode|só para você\b(?!:)|ninguém mais pode v|doador (?:é|foi) avisado por e‑mail\.|só o usamos para este comprovante|somente seu nome e seu e‑mail\./i,
};

/** Quotation marks and apostrophes that are not those of American English, Latin American Spanish or Brazilian Portuguese. */
const OTHER_MARKS = /["'«»„]/;

/** A number apart from its unit: a line may break between them. */
const LOOSE_UNIT = /(?:\d|#|\{(?:minutes|seconds|max)\}) (?:second|minute|character|segundo|minuto|caracter)/;

/** A line may break after an ordinary hyphen. Where a label begins with the word there is nothing to break. */
const BREAKABLE_WORD = /\be-mail/;

describe.each(LOCALES)('the texts in %s', (locale) => {
  const texts = textsIn(CATALOGUE[locale]);

  test.each([
    ['one spelling, and one name for each thing', OTHER_WORDS[locale]],
    ['no wording that a native editor would change', NOT_WRITTEN[locale]],
    ['no promise that is not kept', NOT_KEPT[locale]],
    ['the quotation marks of the language', OTHER_MARKS],
    ['no line break between a number and its unit', LOOSE_UNIT],
    ['no line break within a short word', BREAKABLE_WORD],
  ])('have %s', (_rule, other) => {
    expect(texts.filter(([, text]) => other.test(text))).toEqual([]);
  });
});

/** Other words for terms of the dashboards (`docs/glossary.md`), such as in progress, request, refund, approve, reject, creator. */
const OTHER_TERMS: Record<Locale, RegExp> = {
  en: /\bunder way\b|\bask(?:s|ed) for\b|\bby itself\b|\bwhoever\b|\b(?:is|are) told\b|\bseen to\b|\bowners?\b(?! was)|\brefuse|\bcancelled\b|\bthe (?:newest|oldest) first\b|gateway costs?\b|does not count\b/i,
  es: /llaves?\b(?! de (?:acceso|seguridad))|por sí sol|\bapartad|\bimportes?\b|\b(?:el|del) personal\b|primero (?:las más nuevas|los más nuevos)|costos? de (?:la|las) pasarela|\bes así\.|quien pide/i,
  pt: /meios? de pagamento|\bdisputas?\b|razão contábil|por si só|\bsozinh[oa]\b|custos? d[oe] (?:gateway|processador)|\bé assim\.|quem pede/i,
};

test.each(LOCALES)('the dashboards in %s have one term for each thing', (locale) => {
  const texts = textsIn(CATALOGUE[locale]).filter(([key]) => DASHBOARD_GROUPS.includes(key.split('.')[0] ?? ''));
  expect(texts.filter(([, text]) => OTHER_TERMS[locale].test(text))).toEqual([]);
});

test('questions and exclamations in Spanish are opened', () => {
  const marks = (text: string, mark: string) => text.split(mark).length;
  const left = textsIn(CATALOGUE.es).filter(
    ([, text]) => marks(text, '¿') !== marks(text, '?') || marks(text, '¡') !== marks(text, '!'),
  );
  expect(left).toEqual([]);
});
