import { styleText } from 'node:util';
import type { Demo } from './seed.ts';

type Facts = {
  baseUrl: string;
  emulatorUrl: string;
  demo: Demo;
  /** Variables by which the console finds this instance. */
  settings: Record<string, string>;
};

const title = (text: string) => styleText('bold', text);
const address = (text: string) => styleText('underline', text);
const aside = (text: string) => styleText('dim', text);

/** The text printed after the first start: addresses to open and a partner flow to paste. */
export function guide({ baseUrl, emulatorUrl, demo, settings }: Facts): string {
  return `
${title('The service is up.')} Everything below is a demonstration: no money moves.

  ${title('Checkout')}    ${address(demo.checkout_url)}
  ${title('Colombia')}    ${address(demo.colombia.checkout_url)}  bank transfer or card
  ${title('Mexico')}      ${address(demo.mexico.checkout_url)}  wallet
  ${title('Dashboard')}   ${address(`${baseUrl}/dashboard`)}  as ${demo.creator_email}, or as
              ${demo.staff_email}; the code comes to the mailbox
  ${title('API key')}     ${demo.key}
  ${title('Mailbox')}     ${emulatorUrl}/mailbox
  ${title('Cards')}       4242 4242 4242 4242  succeeds
              4000 0000 0000 0002  is declined
              4000 0000 0000 3220  asks for authentication
              ${aside('any future date, any security code')}

${title('The whole partner flow')}, to paste into another terminal in this folder:

${partnerFlow(baseUrl, demo.key, settings)}

${aside('Ctrl-C stops everything.')}
`;
}

function partnerFlow(baseUrl: string, key: string, settings: Record<string, string>): string {
  const cause = {
    title: 'A roof for the school',
    country: 'US',
    owner: { email: 'owner@example.org', name: 'Ana Owner' },
    terms_accepted_at: '2026-01-01T00:00:00Z',
    terms_version: '1',
    terms_accepted_ip: '203.0.113.7',
    goal: { amount: 500000, currency: 'USD' },
  };
  const post = `-H "X-API-Key: $KEY" -H 'Content-Type: application/json'`;
  const prefix = Object.entries(settings).map(([name, value]) => `${name}=${quote(value)} `);
  const field = (name: string) => `grep -o '"${name}":"[^"]*"' | head -n 1 | cut -d '"' -f 4`;
  return `${aside('# a key authorizes every call')}
KEY=${key}

${aside('# 1. create a cause: it begins as a draft')}
CAUSE=$(curl -s ${baseUrl}/v1/causes ${post} \\
  -d '${JSON.stringify(cause)}' | ${field('key')}); echo "$CAUSE"

${aside('# 2. publish it, as an operator')}
${prefix.join('')}npm run -s console -- cause publish --key "$CAUSE"

${aside('# 3. mint a checkout link: 50 dollars')}
LINK=$(curl -s ${baseUrl}/v1/checkout_links ${post} \\
  -d "{\\"cause\\":\\"$CAUSE\\",\\"amount\\":50,\\"currency\\":\\"USD\\"}" | ${field('id')}); echo "$LINK"

${aside('# 4. send the donor there, and pay')}
echo "${baseUrl}/checkout?ref=$LINK"

${aside('# 5. poll until the status is "completed"')}
curl -s "${baseUrl}/v1/checkout_links/$LINK" -H "X-API-Key: $KEY"`;
}

function quote(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
