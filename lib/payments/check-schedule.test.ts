import { expect, test } from 'vitest';
import { nextCheck, nextLook } from './check-schedule.ts';

const rail = 'bank_transfer';
const createdAt = new Date('2026-11-21T12:00:00.000Z');
const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000);
const age = (instant: Date | undefined) => instant && (instant.getTime() - createdAt.getTime()) / 1000;

test('a pending payment is read back after 15 s, 1 min, 5 min, when its bank has run out of time, then every hour', () => {
  const ages: (number | undefined)[] = [];
  for (let now = createdAt; ages.length < 8; now = nextCheck({ createdAt, rail }, now) ?? now)
    ages.push(age(nextCheck({ createdAt, rail }, now)));
  expect(ages).toEqual([15, 60, 300, 960, 1800, 3600, 7200, 10_800]);
});

test('a card whose event was lost is looked for three times in its first hour, then left to the expiry of its link', () => {
  const card = { createdAt, rail: 'card' };
  expect(age(nextCheck(card, createdAt))).toBe(120);
  expect(age(nextCheck(card, after(120)))).toBe(600);
  expect(age(nextCheck(card, after(600)))).toBe(3600);
  expect(nextCheck(card, after(3600))).toBeUndefined();
});

test('whoever plans the next reading plans the same instant', () => {
  for (const seconds of [15, 16, 45.5, 59.999])
    expect(age(nextCheck({ createdAt, rail }, after(seconds)))).toBe(60);
  for (const seconds of [3600, 3601, 7199.999])
    expect(age(nextCheck({ createdAt, rail }, after(seconds)))).toBe(7200);
});

test('a settled payment is read once more after ten minutes and after a day, and then never again', () => {
  expect(age(nextLook(createdAt, createdAt))).toBe(600);
  expect(age(nextLook(createdAt, after(600)))).toBe(86_400);
  expect(age(nextLook(createdAt, after(86_399)))).toBe(86_400);
  expect(nextLook(createdAt, after(86_400))).toBeUndefined();
});
