import { expect, test } from 'vitest';
import { nextSyncAfterEnd, nextSyncAt } from './scheduled-sync.ts';

const rail = 'bank_transfer';
const createdAt = new Date('2026-11-21T12:00:00.000Z');
const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000);
const confirmedAt = null;
const age = (instant: Date | undefined) => instant && (instant.getTime() - createdAt.getTime()) / 1000;

test('a pending payment is synced every 15 s until its bank’s deadline, then every hour', () => {
  const ages: (number | undefined)[] = [];
  const attempt = { createdAt, rail, confirmedAt };
  for (let now = createdAt; ages.length < 68; now = nextSyncAt(attempt, now) ?? now)
    ages.push(age(nextSyncAt(attempt, now)));
  const quarters = Array.from({ length: 64 }, (_, index) => (index + 1) * 15);
  expect(ages).toEqual([...quarters, 1800, 3600, 7200, 10_800]);
});

test('a card that its donor confirmed is synced every 15 s for five minutes, whatever its age', () => {
  const card = { createdAt, rail: 'card', confirmedAt: after(100) };
  expect(age(nextSyncAt(card, after(100)))).toBe(115);
  expect(age(nextSyncAt(card, after(115)))).toBe(130);
  expect(age(nextSyncAt(card, after(399.9)))).toBe(400);
  expect(age(nextSyncAt(card, after(400)))).toBe(600);
});

test('a card whose event was lost is synced three times in its first hour, then left to the expiry of its link', () => {
  const card = { createdAt, rail: 'card', confirmedAt };
  expect(age(nextSyncAt(card, createdAt))).toBe(120);
  expect(age(nextSyncAt(card, after(120)))).toBe(600);
  expect(age(nextSyncAt(card, after(600)))).toBe(3600);
  expect(nextSyncAt(card, after(3600))).toBeUndefined();
});

test('every process schedules the same instant', () => {
  for (const seconds of [45, 46, 50.5, 59.999])
    expect(age(nextSyncAt({ createdAt, rail, confirmedAt }, after(seconds)))).toBe(60);
  for (const seconds of [3600, 3601, 7199.999])
    expect(age(nextSyncAt({ createdAt, rail, confirmedAt }, after(seconds)))).toBe(7200);
});

test('an ended payment is synced after ten minutes and after a day, and then never again', () => {
  expect(age(nextSyncAfterEnd(createdAt, createdAt))).toBe(600);
  expect(age(nextSyncAfterEnd(createdAt, after(600)))).toBe(86_400);
  expect(age(nextSyncAfterEnd(createdAt, after(86_399)))).toBe(86_400);
  expect(nextSyncAfterEnd(createdAt, after(86_400))).toBeUndefined();
});
