import { describe, expect, test } from 'vitest';
import { ACTIONS } from '#lib/dashboard/actions.ts';
import { canSeePage, type Decision, decide, lacksPasskeyFor, needsFreshSignIn } from './decide.ts';
import { type Audience, PARTS, type Part, POLICY, type PolicyAction, type Rule, ruleOf } from './table.ts';

const ROWS = Object.entries(POLICY) as [PolicyAction, Rule][];
const PAGES: readonly string[] = ['cause.read', 'cause.own', 'payment.own'];
const FILES: readonly string[] = [
  'staff_list.export',
  'bank_account.read_evidence',
  'batch.export',
  'donor.export',
  'creator.export',
];

/** Every set of parts that somebody can have. */
const SETS = Array.from({ length: 2 ** PARTS.length }, (_, bits): Part[] =>
  PARTS.filter((_part, n) => (bits >> n) % 2 === 1),
);

/** Who sees what, by whether they own it: creator, creator who owns it, staff, staff whose account owns it. */
const SEEN: Record<Audience, [Decision, Decision, Decision, Decision]> = {
  account: ['allowed', 'allowed', 'allowed', 'allowed'],
  owner: ['missing', 'allowed', 'refused', 'allowed'],
  owner_or_staff: ['missing', 'allowed', 'allowed', 'allowed'],
  staff: ['missing', 'missing', 'allowed', 'allowed'],
};
const PEOPLE = [
  { role: 'creator', isOwner: false },
  { role: 'creator', isOwner: true },
  { role: 'staff', isOwner: false },
  { role: 'staff', isOwner: true },
] as const;

test('every action has a row, and every other row is a page or a file', () => {
  const names = ACTIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect([...names, ...PAGES, ...FILES].toSorted()).toEqual(Object.keys(POLICY).toSorted());
});

describe.each(ROWS)('%s', (_name, rule) => {
  test('is decided by who acts and by every set of parts in it', () => {
    for (const [n, person] of PEOPLE.entries())
      for (const parts of SETS) {
        const seen = SEEN[rule.who][n];
        const isForbidden = parts.some((part) => rule.parts?.[part] === 'refused');
        expect(decide(rule, { ...person, parts: new Set(parts) })).toBe(
          seen === 'allowed' && isForbidden ? 'refused' : seen,
        );
      }
  });

  test('waits for an action that its requester is refused', () => {
    if (!rule.waits) return;
    expect(ruleOf(rule.waits.for as PolicyAction).parts).toMatchObject({ asked: 'refused' });
  });

  test('asks for a fresh sign-in if it decides about anything, of staff alone where creators may too', () => {
    const isDecision = rule.effect !== undefined;
    expect(needsFreshSignIn(rule, 'staff')).toBe(isDecision);
    expect(needsFreshSignIn(rule, 'creator')).toBe(isDecision && rule.who !== 'owner_or_staff');
  });
});

test('what creators decide about their money needs a passkey after their first payout, and nothing else does', () => {
  const ofCreators = ROWS.filter(([, { who, effect }]) => who !== 'staff' && effect === 'money');
  const guarded = ROWS.filter(([, { passkey }]) => passkey === 'after_payout').map(([name]) => name);
  expect(guarded.toSorted()).toEqual([...ofCreators.map(([name]) => name), 'withdrawal.review'].toSorted());
});

test('only a creator who was paid and has no passkey lacks one', () => {
  const lacking = (['creator', 'staff'] as const).flatMap((role) =>
    [true, false].flatMap((hasPasskey) =>
      [true, false].flatMap((wasPaid) => {
        const holder = { role, hasPasskey, wasPaid };
        expect(lacksPasskeyFor(ruleOf('session.end'), holder)).toBe(false);
        return lacksPasskeyFor(ruleOf('withdrawal.request'), holder) ? [holder] : [];
      }),
    ),
  );
  expect(lacking).toEqual([{ role: 'creator', hasPasskey: false, wasPaid: true }]);
});

test('whoever verifies, approves or sends is never the person whose money it is', () => {
  for (const name of ['verify', 'reject'] as const) expect(ruleOf(`bank_account.${name}`).parts?.owns).toBe('refused');
  for (const name of ['approve', 'reject', 'start_sending', 'mark_sent', 'mark_not_sent', 'fail'] as const)
    expect(ruleOf(`withdrawal.${name}`).parts).toMatchObject({ asked: 'refused', owns: 'refused' });
  expect(ruleOf('withdrawal.start_sending').parts?.verified).toBe('refused');
});

test('what lifts a hold or undoes fraud is not done by the person whose cause it is', () => {
  const lifts = ['cause.restore', 'link.unlock', 'card_pause.lift'] as const;
  for (const name of lifts) expect(ruleOf(name)).toMatchObject({ effect: 'hold', parts: { owns: 'refused' } });
  expect(ruleOf('cause.change_state')).toMatchObject({ effect: 'hold', parts: { owns: 'as_creator' } });
});

test.each<PolicyAction>(['cause.create', 'cause.own', 'cause.read', 'client.create'])(
  'a page is seen by those who may do what is on it: %s',
  (page) => {
    const seen = PEOPLE.map(({ role, isOwner }) =>
      canSeePage({ id: 'acc_1', role }, page, { ownerId: isOwner ? 'acc_1' : 'acc_2' }),
    );
    expect(seen).toEqual(SEEN[ruleOf(page).who].map((decision) => decision === 'allowed'));
  },
);

test('a resource of nobody belongs to nobody, not to an account without an id', () => {
  for (const actor of [
    { id: 'acc_creator', role: 'creator' },
    { id: '', role: 'creator' },
  ] as const)
    for (const resource of [{}, { ownerId: null }]) expect(canSeePage(actor, 'cause.read', resource)).toBe(false);
});
