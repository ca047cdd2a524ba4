import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { guide } from './guide.ts';

const facts = {
  baseUrl: 'http://localhost:4000',
  emulatorUrl: 'http://localhost:4001',
  demo: {
    key: 'cause_live_demo',
    client_id: 'clt_1',
    cause_key: 'a-cause',
    checkout_url: 'http://localhost:4000/checkout?ref=chl_1',
    link_id: 'chl_1',
    colombia: {
      cause_key: 'una-causa',
      link_id: 'chl_2',
      checkout_url: 'http://localhost:4000/checkout?ref=chl_2',
    },
    mexico: {
      cause_key: 'otra',
      link_id: 'chl_3',
      checkout_url: 'http://localhost:4000/checkout?ref=chl_3',
    },
    creator_email: 'creator@example.org',
    staff_email: 'staff@example.org',
  },
  settings: { PORT: '4000', DATA_DIR: "/tmp/it's here" },
};

test('names what to open, who can sign in, the key, the mailbox and the test cards', () => {
  const text = guide(facts);
  for (const part of [
    'http://localhost:4000/checkout?ref=chl_1',
    'http://localhost:4000/checkout?ref=chl_2',
    'http://localhost:4000/checkout?ref=chl_3',
    'cause_live_demo',
    'http://localhost:4000/dashboard',
    'creator@example.org',
    'staff@example.org',
    '4001/mailbox',
    '4242 4242',
  ]) {
    expect(text).toContain(part);
  }
});

test('the partner flow is valid shell, for this instance', () => {
  const text = stripVTControlCharacters(guide(facts));
  const script = text.slice(text.indexOf('# a key'), text.indexOf('Ctrl-C'));
  execFileSync('sh', ['-n', '-c', script]);
  expect(script).toContain("PORT=4000 DATA_DIR='/tmp/it'\\''s here' npm run -s console -- cause publish");
});
