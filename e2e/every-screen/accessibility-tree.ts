import { expect, type Page } from '@playwright/test';
import type { Language } from '../states/state.ts';

/** The states whose trees this run records instead of examining screens: parts of their names, or `all`; empty in a test. */
const ACCEPTED = (process.env.ACCEPT_TREES ?? '').split(',').filter((part) => part !== '');
export const isAccepting = ACCEPTED.length > 0;

/** The names of all months, in each language of the screens. */
const MONTHS = ['en', 'es', 'pt'].flatMap((language) => {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2026, month)));
});
const MONTH = `(?:${MONTHS.join('|')})`;

/** What differs from run to run, and what stands for it. The address of a link is not read out. */
const VARYING: readonly [RegExp, string][] = [
  [/\n *- \/url: .*/g, ''],
  // Where Next announces the pages of its router, once its scripts run.
  [/\n- alert(?=\n|$)/g, ''],
  // Announced once the card form is there, if it took long.
  [/(?<=- status): (You can pay this way now|Ya puedes pagar de esta forma|Você já pode pagar desta forma)\./g, ''],
  // Announced twice while the return to the partner is counted down.
  [/(?<=- status): (You will return to|Volverás a|Você voltará para) [^\n]+/g, ''],
  // The mark of a closed section is drawn by the style sheet.
  [/▸ /g, ''],
  [/(https?:\/\/)?(127\.0\.0\.1|localhost):\d+/g, '<origin>'],
  [/(?<=- timer: .*)\d+/g, '<number>'],
  [/\b([a-z]{2,4})_[A-Za-z0-9]{12,}/g, '$1_<id>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  // The reference of a bank transfer.
  [/\bW[0-9A-Z]{11}\b/g, '<reference>'],
  [/\b[0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z]{4}\b/g, '<receipt number>'],
  [/(?<=\/(c|receipt|receipts|verify)\/)[\w-]{8,}/g, '<id>'],
  [/\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}/g, '<date>'],
  [/\b\d{1,2}\s(de\s)?[a-z]{3,10}\.?\s(de\s)?\d{4}\b/g, '<date>'],
  [new RegExp(`\\b${MONTH} (?:de )?\\d{4}\\b`, 'gi'), '<month>'],
  [new RegExp(`\\b${MONTH} \\d{1,2}\\b|\\b\\d{1,2} de ${MONTH}\\b`, 'gi'), '<day>'],
  [/\b\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, '<date>'],
  [/\b\d{1,2}:\d\d(:\d\d)?(\s?([AP]M|[ap]\.\s?m\.))?/g, '<time>'],
  // At one o'clock.
  [/\ba la <time>/g, 'a las <time>'],
  [/\b\d+ (minutes?|hours?) ago\b|\bhace \d+ (minutos?|horas?)\b|\bhá \d+ (minutos?|horas?)\b/g, '<age>'],
  [/\b(GMT|UTC)[+-]\d+(:\d+)?\b/g, '<zone>'],
];

/** Whether this run looks at the tree of a state: a test at each, a recording at those that it was asked for. */
export function checksTree(state: string): boolean {
  return !isAccepting || ACCEPTED.some((part) => part === 'all' || state.includes(part));
}

/** What a screen reader meets on the page, as roles, names and states, once it has come to rest. */
export async function treeOf(page: Page): Promise<string> {
  let tree = '';
  const isAtRest = async () => {
    const before = tree;
    tree = await page.locator('body').ariaSnapshot();
    return tree === before;
  };
  await expect.poll(isAtRest).toBe(true);
  return VARYING.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), tree);
}

/**
 * Compares the trees of a state with the accepted ones. As text: `toMatchAriaSnapshot` would take a node too many for a match.
 * @param trees by language
 */
export function expectTrees(state: string, trees: ReadonlyMap<Language, string>): void {
  const text = [...trees].map(([language, tree]) => `# ${language}\n${tree}\n`).join('\n');
  expect.soft(text, 'accessibility tree').toMatchSnapshot(`${state}.txt`);
}
