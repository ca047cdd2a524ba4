import { expect, test, vi } from 'vitest';
import { db } from '#lib/db.ts';
import { accountOf } from '#testing/browser-session.ts';
import { runningService } from '#testing/running-service.ts';
import { CHALLENGE_SECONDS, createChallenge, findSignInFacts, MAX_TRIES, verifyChallenge } from './challenge.ts';
import { codeOf, isCodeOf, linkTokenOf } from './code.ts';

vi.mock('./code.ts', { spy: true });
runningService();

const NOW = new Date('2026-11-30T12:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const kinds = (results: { kind: string }[], kind: string) => results.filter((one) => one.kind === kind).length;

async function begun() {
  const { id: accountId } = await accountOf('owner@example.org');
  const challengeId = await createChallenge(accountId, '/dashboard', NOW);
  const code = await codeOf(challengeId);
  const wrong = code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  const answer = (typed: string, now = NOW) => verifyChallenge({ challengeId, code: typed }, now);
  return { challengeId, code, wrong, answer };
}

test('of many concurrent guesses no more are compared than there are tries', async () => {
  const { wrong, answer } = await begun();
  vi.mocked(isCodeOf).mockClear();
  const results = await Promise.all(Array.from({ length: 40 }, () => answer(wrong)));
  expect(isCodeOf).toHaveBeenCalledTimes(MAX_TRIES);
  expect([kinds(results, 'wrong_code'), kinds(results, 'expired')]).toEqual([MAX_TRIES - 1, 41 - MAX_TRIES]);
});

test('of a right code and a link at the same time one signs in, and the other is over', async () => {
  const { challengeId, code, answer } = await begun();
  const token = await linkTokenOf(challengeId);
  const results = await Promise.all([answer(code), verifyChallenge({ token }, NOW), answer(code)]);
  expect([kinds(results, 'verified'), kinds(results, 'expired')]).toEqual([1, 2]);
  expect(await db().signInChallenge.findUnique({ where: { id: challengeId } })).toBeNull();
});

test('the last try counts, and after it there is nothing to answer and nothing to mail', async () => {
  const [lucky, unlucky] = [await begun(), await begun()];
  for (const { answer, wrong } of [lucky, unlucky]) for (let n = 1; n < MAX_TRIES; n++) await answer(wrong);
  expect(await lucky.answer(lucky.code)).toMatchObject({ kind: 'verified', to: '/dashboard' });
  expect(await findSignInFacts(unlucky.challengeId, NOW)).toMatchObject({ minutes: 10 });
  expect(await unlucky.answer(unlucky.wrong)).toMatchObject({ kind: 'expired' });
  expect(await unlucky.answer(unlucky.code)).toMatchObject({ kind: 'expired' });
  expect(await findSignInFacts(unlucky.challengeId, NOW)).toBeUndefined();
});

test('a challenge is over at the very instant of its end', async () => {
  const { code, wrong, answer } = await begun();
  const end = CHALLENGE_SECONDS * 1000;
  expect(await answer(code, after(end))).toMatchObject({ kind: 'expired' });
  expect(await answer(wrong, after(end - 1))).toMatchObject({ kind: 'wrong_code', triesLeft: MAX_TRIES - 1 });
  expect(await answer(code, after(end - 1))).toMatchObject({ kind: 'verified' });
});
