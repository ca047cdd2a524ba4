import type { Browser, Page } from '@playwright/test';
import { type AppFile, appFiles, fileFor } from '../scripts/testing/app-tree.ts';
import { type Instance, startInstance } from '../scripts/testing/instance.ts';
import { BIG, type Meant } from '../scripts/testing/plan-faults.ts';
import { planInspector } from '../scripts/testing/plan-inspector.ts';
import { explainedDatabase } from '../scripts/testing/plan-log.ts';
import { VOLUME } from '../scripts/testing/volume.ts';
import { crawl } from './support/crawl.ts';
import { giveDevice } from './support/device.ts';
import { mailboxOf } from './support/emulator.ts';
import { expect, test } from './support/test.ts';
import { type Visitor, visitorAt } from './support/visitor.ts';

const { causeKey, clientId, openLinkId, paidLinkId, receiptToken, creatorEmail, staffEmail } = VOLUME;

/** Where everybody begins: the largest of each kind, before links lead to others, and what no link leads to. */
const SEEDS = {
  nobody: [
    ...['/', '/docs', '/healthz', '/openapi.json', '/receipts/keys.json', '/sign-in'],
    ...[
      `/c/${causeKey}`,
      `/c/${causeKey}/card.png`,
      `/receipt/${receiptToken}`,
      `/receipt/${receiptToken}/pdf`,
    ],
    ...[`/checkout?ref=${openLinkId}`, `/checkout/return?ref=${paidLinkId}`],
  ],
  creator: [`/dashboard/causes/${causeKey}`, '/dashboard', '/sign-in/prove?to=/dashboard'],
  staff: [
    ...[`/dashboard/staff/causes?client=${clientId}`, `/dashboard/staff/payments?cause=${causeKey}`],
    ...[`/dashboard/staff/causes/${causeKey}`, '/dashboard', '/sign-in/passkey?to=/dashboard'],
  ],
};

/** What is meant to read much: anything else that does is a fault. */
const MEANT: readonly Meant[] = [
  {
    ...{ statement: /FROM contributions p JOIN/, table: 'payments' },
    by: 'Index Only Scan of payments_approved_of_cause',
    why: 'The chart of a creator adds up the contributions of its days, weeks or months, and reads no others.',
  },
  {
    ...{ statement: /FROM ledger_entries/, table: 'ledger_entries' },
    by: /^(Index|Index Only|Bitmap Heap|Bitmap Index) Scan( of ledger_entries_cause_key_account_currency_amount_minor_idx)?$/,
    why: 'A balance is the sum of the entries of a cause, or of a creator’s causes (docs/ledger.md): it is kept nowhere.',
  },
  {
    ...{ statement: /GROUP BY e\.currency/, table: 'ledger_transactions' },
    by: /^(Seq Scan|Index Scan of ledger_transactions_pkey)$/,
    why: 'The same: of what kind each entry is. Whoever has much of the ledger has it read in one go.',
  },
  {
    ...{ statement: /WITH page AS MATERIALIZED/, table: 'payments' },
    by: 'Index Scan of payments_approved_of_cause',
    why: 'The payments of a creator are merged from one page of each cause: however many there are, no more are read.',
  },
  ...['causes', 'payments'].map((table) => ({
    ...{ statement: /^SELECT COUNT\(\*\)/, table },
    by: /^Index Only Scan/,
    why: 'The overview of staff counts them, from an index alone.',
  })),
  {
    ...{ statement: /AS key_id/, table: 'bank_accounts' },
    by: 'Seq Scan',
    why: 'Each process that starts looks once under which keys values are encrypted, before a page needs one that is missing.',
  },
  {
    ...{ statement: /GROUP BY account, detail, currency/, table: 'ledger_entries' },
    by: 'Seq Scan',
    why: 'The page of the ledger shows staff what the whole of it comes to.',
  },
];

/** Tables that stay small, and why. Every other one has to be big here, or nothing is shown of it. */
const SMALL = {
  _prisma_migrations: 'one for each change of the schema',
  clients: 'partners with an agreement: hundreds',
  receipt_keys: 'one for each change of the key',
  service_secrets: 'one for each secret',
};

/** Filling a database, starting on it and going everywhere takes a minute or two on a quiet machine; in milliseconds. */
const CRAWL_LIMIT_MS = 600_000;
/** A page that looks things up one by one makes more; a file is written piece by piece. The worker's come in between. */
const MOST_STATEMENTS = 100;

/** The API is looked at in prisma/indexes.test.ts, and with it all that is sent rather than read. */
const isPage = ({ file, methods }: AppFile) => methods.includes('GET') && !file.startsWith('app/v1/');

test('no page reads more of a big table than it shows, with whatever filter and however deep in a list', async ({
  newFolder,
  browser,
}) => {
  test.setTimeout(CRAWL_LIMIT_MS);
  const database = await explainedDatabase();
  try {
    const small = [...database.tables].filter(([, rows]) => rows < BIG).map(([name]) => name);
    expect(small, 'tables that scripts/testing/volume.ts does not fill').toEqual(Object.keys(SMALL));
    const settings = { DATABASE_URL: database.url };
    const instance = await startInstance({ dataDir: newFolder(), settings });
    const inspector = planInspector(database, MEANT);
    const files = appFiles().filter(isPage);
    const visited = await visitAll({ browser, instance, files, look: inspector.look }).finally(instance.stop);
    const missed = files.map(({ file }) => file).filter((file) => !visited.has(file));
    expect.soft(missed, 'pages that nothing leads to: name an address of each in SEEDS').toEqual([]);
    inspector.conclude();
    expect(inspector.unused(), 'what no page reads any more, in MEANT').toEqual([]);
  } finally {
    await database.stop();
  }
});

type Visit = { browser: Browser; instance: Instance; files: AppFile[]; look: (occasion: string) => number };

/** Goes everywhere as a stranger, as a creator and as staff. Returns the files whose pages were there. */
async function visitAll({ browser, instance, files, look }: Visit): Promise<Set<string>> {
  const visited = new Set<string>();
  const seen = (path: string, status: number) => {
    const { pathname } = new URL(path, instance.baseUrl);
    const file = fileFor(files, pathname)?.file ?? '';
    if (status === 200) visited.add(file);
    const statements = look(`GET ${path}`);
    expect.soft(status, path).toBeLessThan(500);
    const most = file.endsWith('.tsx') ? MOST_STATEMENTS : Number.POSITIVE_INFINITY;
    expect.soft(statements, `statements for ${path}`).toBeLessThan(most);
  };
  const { searches, depths } = VOLUME;
  const site = { baseUrl: instance.baseUrl, files, searches, depths: depths(), seen };

  async function visitAs(enter: (visitor: Visitor, page: Page) => Promise<string[]>): Promise<void> {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('response', (response) => seen(new URL(response.url()).pathname, response.status()));
    const seeds = await enter(visitorAt(page, mailboxOf(instance), instance.baseUrl), page);
    page.removeAllListeners('response');
    // Pages of ours take no text for markup.
    await page.goto('about:blank');
    await crawl({ ...site, request: context.request, parser: page, seeds });
    await context.close();
  }

  look('starting');
  await visitAs(async (stranger) => {
    await stranger.open('/sign-in');
    return [...SEEDS.nobody, (await stranger.ask(creatorEmail)).link];
  });
  await visitAs((creator) => creator.signIn(creatorEmail).then(() => SEEDS.creator));
  await visitAs(async (staff, page) => {
    await giveDevice(page);
    await staff.signIn(staffEmail);
    await staff.open('/sign-in/passkey/add?to=/dashboard/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    return SEEDS.staff;
  });
  return visited;
}
