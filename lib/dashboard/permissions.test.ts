import { describe, expect, it, test } from 'vitest';
import type { Actor } from '#lib/sessions/session.ts';
import { ACTIONS } from './actions.ts';
import { authorise, authoriseWho, PERMISSIONS } from './permissions.ts';

const creator: Actor = { id: 'acc_creator', name: 'C', role: 'creator' };
const other: Actor = { id: 'acc_other', name: 'O', role: 'creator' };
const staff: Actor = { id: 'acc_staff', name: 'S', role: 'staff' };
const asker: Actor = { id: 'acc_asker', name: 'A', role: 'staff' };

/** A resource of `creator`, for which `asker` requested something. */
const RESOURCE = { ownerId: creator.id, requesterId: asker.id };

describe.each([
  ['account', 'allowed', 'allowed', 'allowed', 'allowed'],
  ['owner', 'allowed', 'missing', 'refused', 'refused'],
  ['owner_or_staff', 'allowed', 'missing', 'allowed', 'allowed'],
  ['staff', 'missing', 'missing', 'allowed', 'allowed'],
  ['staff_not_requester', 'missing', 'missing', 'allowed', 'refused'],
] as const)('what is permitted to %s', (who, toOwner, toOther, toStaff, toAsker) => {
  it.each([
    ['its owner', creator, toOwner],
    ['another creator', other, toOther],
    ['staff', staff, toStaff],
    ['staff who asked for it', asker, toAsker],
  ] as const)(`is, to %s, %j`, (_who, actor, expected) => {
    expect(authoriseWho(actor, who, RESOURCE)).toBe(expected);
  });

  it('is missing for everybody if the resource is', () => {
    for (const actor of [creator, other, staff, asker])
      expect(authoriseWho(actor, who, null)).toBe('missing');
  });
});

test('a resource of nobody belongs to nobody, not to an account without an id', () => {
  const nameless: Actor = { id: '', name: '', role: 'creator' };
  for (const resource of [{}, { ownerId: null }])
    expect([
      authoriseWho(creator, 'owner', resource),
      authoriseWho(nameless, 'owner_or_staff', resource),
    ]).toEqual(['missing', 'missing']);
});

test('a creator who requested something does not become staff by it', () => {
  const asked = { ownerId: creator.id, requesterId: creator.id };
  expect(authoriseWho(creator, 'staff_not_requester', asked)).toBe('missing');
});

test('the table names each permission once and each action has one', () => {
  const names = ACTIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(PERMISSIONS).toHaveProperty([name]);
  expect(authorise(staff, 'cause.read', RESOURCE)).toBe('allowed');
});
