// @module-tag full

import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings, SettingsError } from './env.ts';
import { startTestEmulators } from './test-emulators.ts';

const entry = fileURLToPath(new URL('main.ts', import.meta.url));

test('started by another process, it reports its ports and ends with it', async () => {
  const child = fork(entry, { env: { ...process.env, EMULATOR_PORT: '0' }, execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [ready] = (await once(child, 'message')) as [{ ready: boolean; port: number; smtpPort: number }];
  expect(ready).toMatchObject({ ready: true });
  expect(ready.smtpPort).toBeGreaterThan(0);
  const page = await fetch(`http://localhost:${ready.port}/`);
  expect(page.status).toBe(200);
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

test('started by hand, it prints one JSON line and ends on SIGTERM', async () => {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, EMULATOR_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  expect(JSON.parse(String(line))).toMatchObject({ ready: true, port: expect.any(Number) });
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('every bad variable is named at once', () => {
  const bad = { EMULATOR_PORT: 'x', PUBLIC_BASE_URL: 'nowhere', EMULATOR_STRIPE_EVENTS: 'a, b' };
  expect(() => readSettings(bad)).toThrow(/EMULATOR_PORT[\s\S]*PUBLIC_BASE_URL[\s\S]*EMULATOR_STRIPE_EVENTS/);
});

test('it does not start for a public site without EMULATORS=on', () => {
  const environment = { EMULATOR_PORT: '0', PUBLIC_BASE_URL: 'https://give.example/' };
  expect(() => readSettings(environment)).toThrow(SettingsError);
  expect(readSettings({ ...environment, EMULATORS: 'on' }).appUrl).toBe('https://give.example');
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    expect(readSettings({ ...environment, PUBLIC_BASE_URL: url }).appUrl).toBe(url);
  }
});

test('with a data directory, objects, mails, time and undelivered webhooks survive a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'emulators-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const first = await startTestEmulators(directory);
  await first.control('clock', { advanceMs: 3_600_000 });
  await first.control('stripe/webhooks', { delayMs: 1_000_000 });
  const intent = await first.stripe().paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    metadata: { a: '1' },
    payment_method: 'pm_card_visa',
  });
  await first.close();

  const second = await startTestEmulators(directory);
  onTestFinished(() => second.close());
  const kept = await second.stripe().paymentIntents.retrieve(intent.id);
  expect(kept).toMatchObject({ status: 'requires_confirmation', metadata: { a: '1' } });
  expect(second.context.clock.offsetMs()).toBe(3_600_000);
  const channel = second.context.store.collection<{ type: string }>('webhooks:stripe');
  expect(channel.values().map(({ type }) => type)).toEqual(['payment_intent.created']);
});
