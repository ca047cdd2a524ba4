import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'autocannon';
import type { Instance } from '#testing/instance.ts';
import { donate } from '../bench/donor.ts';
import type { Flood, FloodResult } from './flood-sender.ts';

/** Connections of the flood, at least as many as a browser farm keeps. */
const CONNECTIONS = 64;
const NETWORK = '2001:db8:f100';
/** The honest partner's address and donor's, elsewhere. */
const PARTNER = '203.0.113.7';
const DONOR = '203.0.113.8';
/** How often the partner polls, and what it may wait for 95 of 100 polls, in milliseconds. */
const POLL_EVERY_MS = 50;
const POLL_P95_MS = 100;

/** Of the instance: the usual limits, behind a proxy, so that requests can come from anywhere. */
export const FLOOD_SETTINGS = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_ADDRESS_PER_10S: '2000' };

/** Milliseconds. `wrong`: what must not be, one sentence each. */
export type FloodReport = {
  flood: FloodResult;
  polls: { count: number; p50: number; p95: number; longest: number };
  donations: { count: number; p50: number; longest: number };
  wrong: string[];
};

/**
 * Sends costly requests from all over one /48, while a partner polls and donors elsewhere pay, one after the other. The instance
 * has `FLOOD_SETTINGS` and the usual limits.
 */
export async function flood(instance: Instance, amount: number): Promise<FloodReport> {
  const requests = await costlyRequests(instance);
  const sending = send({
    url: instance.baseUrl,
    requests,
    amount,
    connections: CONNECTIONS,
    network: NETWORK,
  });
  let isOver = false;
  const wrong: string[] = [];
  const polls = repeat(
    () => isOver,
    wrong,
    () => poll(instance),
    POLL_EVERY_MS,
  );
  const site = { ...instance, demo: instance.demo, donorHeaders: { 'x-forwarded-for': DONOR } };
  const donations = repeat(
    () => isOver,
    wrong,
    () => donate('donation', site, (_, work) => work()),
    0,
  );
  const result = await sending.finally(() => {
    isOver = true;
  });
  const [pollMs, donationMs] = await Promise.all([polls, donations]);
  const p95 = shareOf(pollMs, 0.95);
  if (p95 > POLL_P95_MS) wrong.push(`95 of 100 polls took up to ${Math.round(p95)} ms.`);
  if (donationMs.length === 0) wrong.push('Nobody could donate.');
  if (result.unanswered > 0) wrong.push(`${result.unanswered} requests of the flood were not answered.`);
  const broken = Object.keys(result.statuses).filter((status) => /^5/.test(status) && status !== '503');
  if (broken.length > 0) wrong.push(`Requests of the flood were answered ${broken.join(', ')}.`);
  return {
    flood: result,
    polls: { count: pollMs.length, p50: shareOf(pollMs, 0.5), p95, longest: Math.max(...pollMs) },
    donations: {
      count: donationMs.length,
      p50: shareOf(donationMs, 0.5),
      longest: Math.max(...donationMs),
    },
    wrong,
  };
}

/** What costs most, of every kind: pages, documents, pictures, reads and refused calls. */
async function costlyRequests({ baseUrl, emulatorUrl, demo }: Instance): Promise<Request[]> {
  await donate('donation', { baseUrl, emulatorUrl, demo }, (_, work) => work());
  const receipt = await receiptPath(emulatorUrl);
  const link = demo.link_id;
  const gets = [
    `/checkout?ref=${link}`,
    `/checkout?ref=${link}&lang=es`,
    `/checkout/return?ref=${link}`,
    '/docs/api',
    '/docs/search?q=currency',
    '/sign-in',
    '/nothing',
    `/verify/${link}/none`,
    receipt,
    `${receipt}/pdf`,
    '/openapi.json',
    `/c/${demo.cause_key}`,
    `/c/${demo.cause_key}/card.png`,
    `/v1/checkout_links/${link}/public`,
    '/v1/nothing',
    `/v1/checkout_links/${link}`,
  ];
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl };
  return [
    ...gets.map((path): Request => ({ method: 'GET', path })),
    { method: 'POST', path: '/checkout/confirmation', headers: json, body: JSON.stringify({ ref: link }) },
    { method: 'POST', path: '/webhooks/stripe', headers: json, body: '{}'.padEnd(100_000) },
    { method: 'POST', path: '/sign-in/request', headers: form, body: 'email=nobody%40example.org' },
  ];
}

/** The address of the receipt that a donor was mailed. */
async function receiptPath(emulatorUrl: string): Promise<string> {
  for (;;) {
    const mails = await (await fetch(`${emulatorUrl}/mailbox.json?to=ana%40example.org`)).text();
    const path = /\/receipt\/[\w-]+/.exec(mails)?.[0];
    if (path) return path;
    await pause(200);
  }
}

async function send(wish: Flood): Promise<FloodResult> {
  const child = fork(join(import.meta.dirname, 'flood-sender.ts'), [], { execArgv: [] });
  child.send(wish);
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  if (typeof answer !== 'object' || answer === null) throw new Error('The flood ended by itself.');
  return answer as FloodResult;
}

async function poll({ baseUrl, demo }: Instance): Promise<number> {
  const headers = { 'x-api-key': demo.key, 'x-forwarded-for': PARTNER };
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/v1/checkout_links/${demo.link_id}`, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`A poll was answered ${response.status}.`);
  return performance.now() - startedAt;
}

/** Does something again and again, until it is over. Returns what it measured; what failed becomes wrong. */
async function repeat(
  isOver: () => boolean,
  wrong: string[],
  work: () => Promise<number>,
  everyMs: number,
): Promise<number[]> {
  const measured: number[] = [];
  while (!isOver()) {
    try {
      measured.push(await work());
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error));
    }
    await pause(everyMs);
  }
  return measured;
}

function shareOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
