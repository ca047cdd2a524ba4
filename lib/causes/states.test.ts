import { describe, expect, test } from 'vitest';
import { acceptance, CAUSE_STATES, causeState, isPubliclyVisible } from './states.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('the 20 states of specification 3.2', () => {
  expect(CAUSE_STATES).toHaveLength(20);
  expect(new Set(CAUSE_STATES).size).toBe(20);
});

test('a stored state without a public name is returned as unknown', () => {
  for (const stored of ['en_revision', '', 'Published', 'toString']) expect(causeState(stored)).toBe('unknown');
  for (const state of CAUSE_STATES) expect(causeState(state)).toBe(state);
});

test('published, verified and in_verification accept payments, and no other state', () => {
  const accepting = CAUSE_STATES.filter((state) => acceptance({ state, closesAt: null }, now) === 'accepting');
  expect(accepting).toEqual(['published', 'verified', 'in_verification']);
  const notYet = CAUSE_STATES.filter((state) => acceptance({ state, closesAt: null }, now) === 'not_open_yet');
  expect(notYet).toEqual(['draft']);
  expect(acceptance({ state: 'en_revision', closesAt: null }, now)).toBe('not_accepting');
});

describe('a closing time', () => {
  const closing = (offsetMs: number) =>
    acceptance({ state: 'published', closesAt: new Date(now.getTime() + offsetMs) }, now);
  test('ends the collection once it has passed', () => {
    expect([closing(1), closing(0), closing(-1)]).toEqual(['accepting', 'accepting', 'not_accepting']);
  });
  test('also ends the collection of a draft, which then never opens', () => {
    const closesAt = new Date(now.getTime() - 1);
    expect(acceptance({ state: 'draft', closesAt }, now)).toBe('not_accepting');
  });
});

test('the public may see all states but those of ruling 9', () => {
  const hidden = CAUSE_STATES.filter((state) => !isPubliclyVisible(state));
  expect(hidden).toEqual(['draft', 'created', 'rejected', 'archived', 'not_activated', 'fraud', 'unknown']);
  expect(isPubliclyVisible('en_revision')).toBe(false);
});
