import { sdkPackage } from '../sdk-package.ts';
import type { GuideFacts, Section } from '../section.ts';
import { contactOf } from './support.ts';

/** How a partner tests every outcome before real donors see it. */
export function testingSections(facts: GuideFacts): Section[] {
  return [where(facts), TEST_CARDS, TRANSFERS_AND_WALLETS, deck(facts), kit(facts), OUTCOMES, expiry(facts)];
}

function where(facts: GuideFacts): Section {
  const { baseUrl, sandboxUrl, isLive, isEmulated } = facts;
  const here = `This deployment, \`${baseUrl}\`, ${
    isEmulated
      ? 'is a test deployment: emulators stand in for the gateways, and no money moves.'
      : 'is connected to test gateways. No money moves.'
  }`;
  return {
    id: 'where-to-test',
    title: 'Where to test',
    blocks: [
      isLive
        ? 'This deployment is production, with live money: there is no test mode and no test key in it. Test in one of these.'
        : here,
      {
        table: {
          head: ['Place', 'What it is', 'What it is for'],
          rows: [
            [
              sandboxUrl ? `Sandbox, \`${sandboxUrl}\`` : 'Sandbox',
              `A staging deployment of the same code, with its own keys and data. ${
                sandboxUrl ? 'Your production key doesn’t work there' : 'Its address comes with your sandbox account'
              }: ${contactOf(facts)}.`,
              'Trying out your integration by hand, and showing it to others. We may reset its data.',
            ],
            [
              'Your own machine, or your CI',
              'The whole service with emulators of the gateways, started by the [test kit](#test-kit).',
              'Automated tests: every outcome on demand, offline, in seconds.',
            ],
          ],
        },
      },
      'In production, mint one link at the end and pay it with a real card. You can ask us to refund it.',
    ],
  };
}

/** A test of the kit compares its card numbers with these. */
export const TEST_CARDS: Section = {
  id: 'test-cards',
  title: 'Test cards',
  blocks: [
    'On test gateways the card form takes these numbers, with any future date and any security code. Real cards are refused there, and these numbers are refused in production.',
    {
      table: {
        head: ['Number', 'Outcome', 'Name in the kit'],
        rows: [
          ['`4242 4242 4242 4242`', 'Paid', '`paid`'],
          ['`4000 0000 0000 0002`', 'Declined, without a reason', '`declined`'],
          ['`4000 0000 0000 9995`', 'Declined: insufficient funds', '`insufficient_funds`'],
          ['`4000 0000 0000 0069`', 'Declined: the card has expired', '`expired_card`'],
          ['`4000 0000 0000 0127`', 'Declined: wrong security code', '`incorrect_cvc`'],
          ['`4000 0000 0000 0119`', 'Declined: processing error', '`processing_error`'],
          ['`4000 0000 0000 9987`', 'Declined: lost card', '`lost_card`'],
          ['`4000 0000 0000 9979`', 'Declined: stolen card', '`stolen_card`'],
          [
            '`4000 0000 0000 3220`',
            'Asks for 3-D Secure: pass it, fail it or close it',
            '`three_d_secure_passed`, `…_failed`, `…_closed`',
          ],
          ['`4000 0084 0000 1629`', 'Declined after 3-D Secure', '`three_d_secure_declined`'],
          ['`4000 0000 0000 0259`', 'Paid, then disputed', '`disputed`'],
        ],
      },
    },
    'A declined card never ends a link: it stays `open`, and the donor can try again. So the API shows you paid or not paid, and the reason stays between the donor and the page.',
  ],
};

const TRANSFERS_AND_WALLETS: Section = {
  id: 'test-transfers',
  title: 'Bank transfers and wallets',
  blocks: [
    'With the emulators, the bank’s and the wallet’s page are ours, and have a button for each outcome. Mint a link for a cause in Colombia (COP) to see the bank transfer, and in Mexico (MXN) for the wallet.',
    {
      table: {
        head: ['What happens', 'What the link does'],
        rows: [
          ['Approved', '`completed`'],
          [
            'Declined, or the donor comes back without paying',
            'Stays `open`: the donor can try again, also by another method',
          ],
          [
            'Approved within the time, but we learn of it later',
            '`completed`, at the latest by the next read after `expires_at`',
          ],
          ['Approved after `expires_at`', '`expired` stays `expired`. We refund the money in full'],
        ],
      },
    },
  ],
};

function deck({ hasDeck }: GuideFacts): Section {
  return {
    id: 'qa-deck',
    title: 'The QA deck',
    blocks: [
      `Where emulators serve the page on your own machine, there is a test panel at its foot, with a striped border.${
        hasDeck ? ' This deployment has it: open any link of yours.' : ' This deployment doesn’t have it.'
      } For the link on the page it can`,
      {
        list: [
          'force the outcome of the next card payment, whatever card is typed: approved, declined for any reason, 3-D Secure (then passed, failed or declined), or kept in processing until you say how it ends;',
          'let the bank or the wallet approve, decline, or approve late, after the payment was canceled;',
          'drop, double, delay or withhold the gateway’s webhooks, and deliver what was withheld;',
          'take the gateways down, and block, slow down or break the script of the card form;',
          'expire the link now;',
          'show everything that happened to the link, in order.',
        ],
      },
    ],
  };
}

function kit(facts: GuideFacts): Section {
  return {
    id: 'test-kit',
    title: 'The test kit',
    blocks: [
      'The SDK’s package has a test kit for Playwright: `fundraising-partner/testing`. It pays as a donor does, in a real browser, and brings a link to every outcome below. The service is a running one at `BASE_URL`, or one that the kit starts from a checkout at `CHECKOUT`; both on your machine, with emulated gateways.',
      `For a checkout of the service, or an image of it, ${contactOf(facts)}.`,
      {
        code: `npm install --save-dev ${sdkPackage(facts.baseUrl)} @playwright/test`,
        language: 'shell',
        label: 'Install it',
      },
      {
        code: `import { expect, test } from 'fundraising-partner/testing';

test('an order is paid once its donation is', async ({ link, donor, page, partner }) => {
  const order = await link({ external_reference: 'order-1042' });
  await page.goto(order.url);
  await donor.payByCard('paid');
  const paid = await partner.checkoutLinks.waitUntilCompleted(order.id);
  expect(paid.amount_paid).toBe(order.amount);
});

test('an order ends when its link does', async ({ reach }) => {
  const link = await reach('expired_while_paying');
  expect(link.status).toBe('expired');
});`,
        language: 'typescript',
        label: 'Two tests',
      },
      {
        table: {
          head: ['Fixture', 'What it is'],
          rows: [
            ['`service`', 'The service under test, with its `baseUrl`'],
            ['`partner`', 'The SDK’s client with an `apiKey` of its own: tests that run side by side share nothing'],
            ['`cause(country)`', 'A published cause in the United States, Brazil, Colombia or Mexico'],
            ['`link(input)`', 'Mints a link; without input, USD 50 for the cause in the United States'],
            [
              '`donor`',
              'Somebody on the hosted page: `payByCard`, `payByBankTransfer`, `payByWallet`, `changeAmount`, `chooseLanguage`',
            ],
            ['`gateway`', 'Forces outcomes; drops, doubles or delays webhooks; takes gateways down'],
            ['`mailbox`', 'The mails that were sent: `receiptOf(email, link)`'],
            ['`expire(link)`', 'Ends a link now'],
            [
              '`serveAt(publicUrl, localUrl)`',
              'Your own site at `localUrl` answers at `publicUrl` in the test’s browser: return addresses must be `https`',
            ],
            ['`publish(cause)`', 'Publishes a cause that your code has created, as its owner does'],
            ['`reach(outcome, link)`', 'Does all that an outcome needs, and returns the link as it is then'],
          ],
        },
      },
    ],
  };
}

/**
 * The outcomes of the test kit (`fundraising-partner/testing`): name, what happens, the link's status then. The product does
 * not import the kit; a test of the kit compares the two.
 */
export const OUTCOME_ROWS: readonly (readonly [name: string, title: string, status: string])[] = [
  ['paid', 'The card pays', 'completed'],
  ['declined', 'The bank declines the card without a reason', 'open'],
  ['insufficient_funds', 'The card does not have enough funds', 'open'],
  ['lost_card', 'The card was reported lost', 'open'],
  ['stolen_card', 'The card was reported stolen', 'open'],
  ['expired_card', 'The card has expired', 'open'],
  ['incorrect_cvc', 'The security code is wrong', 'open'],
  ['processing_error', 'The bank fails while it processes the card', 'open'],
  ['three_d_secure_passed', 'The donor passes 3-D Secure', 'completed'],
  ['three_d_secure_failed', 'The donor fails 3-D Secure', 'open'],
  ['three_d_secure_closed', 'The donor closes the window of 3-D Secure', 'open'],
  ['three_d_secure_declined', 'The donor passes 3-D Secure, and the bank declines the card', 'open'],
  ['three_d_secure_abandoned', 'The donor leaves during 3-D Secure, and opens the link again', 'open'],
  ['processing', 'The card payment stays in processing', 'open'],
  ['processing_then_paid', 'The card payment is in processing, and then paid', 'completed'],
  ['processing_then_failed', 'The card payment is in processing, and then fails', 'open'],
  ['bank_approved', 'The bank approves the transfer', 'completed'],
  ['bank_rejected', 'The bank rejects the transfer', 'open'],
  ['bank_pending', 'The transfer stays undecided', 'open'],
  ['bank_approved_late', 'The bank approves the transfer after the link has expired: refunded', 'expired'],
  ['wallet_paid', 'The wallet pays', 'completed'],
  ['wallet_rejected', 'The wallet rejects the payment', 'open'],
  ['wallet_pending', 'The wallet reviews the payment', 'open'],
  ['wallet_abandoned', 'The donor cancels in the wallet and comes back', 'open'],
  ['expired_before_paying', 'The link expires before the donor opens it', 'expired'],
  ['expired_while_paying', 'The link expires while the donor types the card', 'expired'],
  ['cancelled', 'Our staff cancel the link', 'cancelled'],
  ['two_tabs', 'The donor pays in two tabs at once: one payment is taken', 'completed'],
  ['amount_changed', 'The donor gives another amount: `amount_paid` differs', 'completed'],
  ['gateway_down', 'The card processor does not answer', 'open'],
  ['script_blocked', 'An ad blocker blocks the card form', 'open'],
  ['webhook_lost', 'No webhook of the gateway arrives', 'completed'],
  ['webhook_twice', 'Each webhook of the gateway arrives twice', 'completed'],
  ['webhook_late', 'The donor leaves after paying, and the webhook arrives later', 'completed'],
  ['return_lost', 'The donor’s connection breaks after paying', 'completed'],
  ['refunded', 'The donation is refunded: the link stays completed', 'completed'],
  ['disputed', 'The donor’s bank disputes the donation: the link stays completed', 'completed'],
];

const OUTCOMES: Section = {
  id: 'outcomes',
  title: 'Named outcomes',
  blocks: [
    'Each is the name for `reach` in the test kit; those of one method also for `payByCard`, `payByBankTransfer` or `payByWallet`.',
    {
      table: {
        head: ['Name', 'What happens', 'Link'],
        rows: OUTCOME_ROWS.map(([name, title, status]) => [`\`${name}\``, title, `\`${status}\``]),
      },
    },
  ],
};

function expiry({ hasDeck }: GuideFacts): Section {
  return {
    id: 'expire-a-link',
    title: 'Expire a link',
    blocks: [
      'The API can’t end a link early, and no field sets its lifetime. To see `expired`:',
      {
        list: [
          'In a test, call `expire(link)` of the kit.',
          `By hand, press “Expire now” in the QA deck${hasDeck ? '' : ', on a deployment that has it'}.`,
          'In the sandbox, mint a link and read it again after its `expires_at`.',
        ],
      },
      'Test what your own code does with an open link that is never paid: its poll loop must end, and your order must not wait forever. `cancelled` is rare, but final too: our staff can cancel a link at your request.',
    ],
  };
}
