import type { Browser, Page } from '@playwright/test';
import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { type AppFile, appFiles, fileFor } from '#testing/app-tree.ts';
import { BIG, type Exception } from '#testing/expensive-scans.ts';
import { explainedDatabase } from '#testing/explained-database.ts';
import { type Instance, startInstance } from '#testing/instance.ts';
import { planChecker } from '#testing/plan-checker.ts';
import { VOLUME } from '#testing/volume.ts';
import { crawl } from './support/crawl.ts';
import { giveDevice } from './support/device.ts';
import { expect, test } from './support/test.ts';
import { type Visitor, visitorAt } from './support/visitor.ts';

const {
  evidencePath,
  paidPaymentId,
  causeKey,
  clientId,
  openLinkId,
  paidLinkId,
  receiptToken,
  creatorEmail,
  staffEmail,
} = VOLUME;

/** Its statement opens with the balance of all months before. */
const THIS_MONTH = new Date().toISOString().slice(0, 7);

/** Start addresses: the largest page of each kind, and pages that no link leads to. */
const SEEDS = {
  nobody: [
    '/',
    '/docs',
    '/healthz',
    '/openapi.json',
    '/receipts/keys.json',
    '/sign-in',
    '/verify',
    '/docs/markdown/docs',
    '/docs/search.json',
    '/docs/postman.json',
    '/llms.txt',
    '/sdk/latest.tgz',
    `/c/${causeKey}`,
    `/c/${causeKey}/card.png`,
    `/receipt/${receiptToken}`,
    `/receipt/${receiptToken}/pdf`,
    `/checkout?ref=${openLinkId}`,
    `/checkout/return?ref=${paidLinkId}`,
  ],
  creator: [
    `/dashboard/causes/${causeKey}`,
    '/dashboard',
    '/sign-in/prove?to=/dashboard',
    ...['csv', 'pdf'].map((kind) => `/dashboard/causes/${causeKey}/statements/${kind}?month=${THIS_MONTH}`),
  ],
  staff: [
    `/dashboard/staff/causes?client=${clientId}`,
    `/dashboard/staff/payments?cause=${causeKey}`,
    `/dashboard/staff/causes/${causeKey}`,
    '/dashboard',
    '/dashboard/staff/mails',
    '/dashboard/staff/creators/acc_v1',
    `/dashboard/staff/donors/${paidPaymentId}`,
    '/dashboard/staff/withdrawals/batches',
    evidencePath,
    '/dashboard/staff/payments?sort=largest',
    '/dashboard/staff/keys',
    '/sign-in/passkey?to=/dashboard',
  ],
};

/** Statements that are meant to read much; any other that does is an error. */
const EXCEPTIONS: readonly Exception[] = [
  {
    statement: /FROM contributions p JOIN/,
    table: 'payments',
    by: 'Index Only Scan of payments_approved_of_cause',
    why: 'The chart of a creator adds up the contributions of its days, weeks or months, and reads no others.',
  },
  {
    statement: /FROM ledger_entries/,
    table: 'ledger_entries',
    by: /^(Index|Index Only|Bitmap Heap|Bitmap Index) Scan( of ledger_entries_cause_key_account_currency_amount_minor_idx)?$/,
    why: 'A balance is the sum of the entries of a cause, or of a creator’s causes (docs/ledger.md): it is kept nowhere.',
  },
  {
    statement: /\), received AS \(/,
    table: 'payments',
    by: 'Index Only Scan of payments_approved_of_cause',
    why: 'The same: what was collected, refunded and is disputed are sums of the payments, from an index alone.',
  },
  {
    statement: /WITH page AS MATERIALIZED/,
    table: 'payments',
    by: 'Index Scan of payments_approved_of_cause',
    why: 'The payments of a creator are merged from one page of each cause: however many there are, no more are read.',
  },
  {
    statement: /^SELECT COUNT\(\*\)/,
    table: 'causes',
    by: /^Index Only Scan/,
    why: 'The overview of staff counts those that take donations, from an index alone.',
  },
  {
    statement: /AS key_id/,
    table: 'bank_accounts',
    by: 'Seq Scan',
    why: 'Each process that starts looks once under which keys values are encrypted, before a page needs one that is missing.',
  },
  {
    statement: /AS key_id/,
    table: 'bank_account_evidence',
    by: 'Seq Scan',
    why: 'The same look at the keys of files.',
  },
  {
    statement: /WITH moved AS/,
    table: 'ledger_transactions',
    by: /^(Seq Scan|Index Scan of ledger_transactions_pkey)$/,
    why: 'A statement opens with the balance of all that was before: the same sum of a cause’s entries.',
  },
  {
    statement: /"payments"\."amount" = \$\d+ AND "public"\."payments"\."id" </,
    table: 'payments',
    by: 'Index Scan of payments_pkey',
    why: 'Below one row in the list by amount: where most payments have this very amount, their order is that of the ids.',
    isOneOfTwo: true,
  },
  {
    statement: /"disputes"\."payment_id" IN \(\$1,/,
    table: 'disputes',
    by: 'Index Scan of disputes_payment_id_idx',
    why: 'A file of payments is written in pieces of hundreds: each is looked up by its id, on two pages of the index.',
  },
  {
    statement: /GROUP BY account, detail, currency/,
    table: 'ledger_entries',
    by: 'Seq Scan',
    why: 'The page of the ledger shows staff what the whole of it comes to.',
  },
  ...['ledger_transactions', 'ledger_entries'].map((table) => ({
    statement: /GROUP BY t\.kind, e\.account, e\.currency/,
    table,
    by: /^(Seq Scan|Index Scan of ledger_(transactions|entries)_pkey)$/,
    why: 'Staff close a month rarely: the figures of its days are sums of the ledger, and no index begins with a time.',
  })),
  {
    statement: /FROM "public"."api_keys"/,
    table: 'api_keys',
    by: /^(Seq|Index|Bitmap)/,
    why: 'Keys are some for each partner: their list is filtered by state and name, and counted, without an index of its own.',
  },
];

/** Tables that stay small, and why. All others must be large here, or the test shows nothing about them. */
const SMALL = {
  _prisma_migrations: 'one for each change of the schema',
  clients: 'partners with an agreement: hundreds',
  ledger_kind_accounts: 'one for each account of a kind of posting',
  receipt_keys: 'one for each change of the key',
  service_secrets: 'one for each secret',
  terms_changes: 'other terms of a client: a few for each',
  verifications: 'what servers of the release before write, for minutes',
};

/** In milliseconds. A thousand addresses are asked for one by one, which takes some minutes where other tests run, too. */
const CRAWL_LIMIT_MS = 1_800_000;
/** A page that looks things up one by one makes more; a file is written piece by piece. */
const MOST_STATEMENTS = 100;

/** prisma/indexes.test.ts covers the API and all requests that write. */
const isPage = ({ file, methods }: AppFile) =>
  methods.includes('GET') && !file.startsWith('app/v1/') && ![...WITHOUT_DATABASE, ...AFTER_A_FORM].includes(file);

/** Show one form that was sent, by its id, as every page that a form leads back to. No link leads there. */
const AFTER_A_FORM = ['app/dashboard/review/page.tsx', 'app/dashboard/causes/[key]/withdrawals/review/page.tsx'];

/** What scripts of the checkout ask for, which no page links to. It reads nothing from the database. */
const WITHOUT_DATABASE = ['app/checkout/banks/route.ts', 'app/checkout/texts/route.ts'];

test('no page reads more of a large table than it shows, with any filter and at any depth of a list', async ({
  newFolder,
  browser,
}) => {
  test.setTimeout(CRAWL_LIMIT_MS);
  const database = await explainedDatabase();
  try {
    const small = [...database.tables].filter(([, rows]) => rows < BIG).map(([name]) => name);
    expect(small, 'tables that testing/volume.ts does not fill').toEqual(Object.keys(SMALL));
    const settings = { DATABASE_URL: database.url };
    const instance = await startInstance({ dataDir: newFolder(), settings });
    // Not of the worker, whose hourly check reads the whole ledger at any time.
    const checker = planChecker(database, EXCEPTIONS, 'server');
    const files = appFiles().filter(isPage);
    const visited = await visitAll({ browser, instance, files, look: checker.check }).finally(instance.stop);
    const missed = files.map(({ file }) => file).filter((file) => !visited.has(file));
    expect.soft(missed, 'pages that nothing leads to: name an address of each in SEEDS').toEqual([]);
    checker.report();
    expect(checker.unused(), 'exceptions that no page needs any more').toEqual([]);
  } finally {
    await database.stop();
  }
});

type Visit = { browser: Browser; instance: Instance; files: AppFile[]; look: (occasion: string) => number };

/** Crawls as a visitor, as a creator and as staff. Returns the files of the pages that were reached. */
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

  async function visitAs(
    role: keyof typeof SEEDS,
    enter: (visitor: Visitor, page: Page) => Promise<string[]>,
  ): Promise<void> {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('response', (response) => seen(new URL(response.url()).pathname, response.status()));
    const seeds = await enter(
      visitorAt(page, mailboxAt(`${instance.emulatorUrl}/mailbox.json`), instance.baseUrl),
      page,
    );
    page.removeAllListeners('response');
    // Our pages never read text as markup.
    await page.goto('about:blank');
    const addresses = await crawl({ ...site, request: context.request, parser: page, seeds });
    process.stdout.write(`${addresses} addresses, as ${role}\n`);
    await context.close();
  }

  look('starting');
  await visitAs('nobody', async (stranger) => {
    await stranger.open('/sign-in');
    return [...SEEDS.nobody, (await stranger.ask(creatorEmail)).link];
  });
  await visitAs('creator', (creator) => creator.signIn(creatorEmail).then(() => SEEDS.creator));
  await visitAs('staff', async (staff, page) => {
    await giveDevice(page);
    await staff.signIn(staffEmail);
    await staff.open('/sign-in/passkey/add?to=/dashboard/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    return SEEDS.staff;
  });
  return visited;
}
