import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from './events.ts';

test('these events are subscribed to', () => {
  expect(WEBHOOK_EVENTS).toEqual([
    'payment_intent.succeeded',
    'payment_intent.processing',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'charge.updated',
    'charge.refunded',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ]);
});

test('the documentation of a webhook endpoint names exactly these', () => {
  const text = readFileSync('docs/environment.md', 'utf8').replaceAll(/\s+/g, ' ');
  const names = WEBHOOK_EVENTS.map((name) => `\`${name}\``).join(', ');
  expect(/, and the events ([^;]+?)\. A live key/.exec(text)?.[1]).toBe(names);
});
