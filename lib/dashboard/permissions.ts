import type { Actor } from '#lib/sessions/session.ts';
import { unreachable } from '#lib/unreachable.ts';

/** Who may do something: anybody signed in; the owner of what it is about; staff too; staff alone; staff who did not ask. */
type Who = 'account' | 'owner' | 'owner_or_staff' | 'staff' | 'staff_not_requester';

/**
 * Who may do what in the dashboard: every action, and every page about one resource. A page or action that is not in this
 * table does not type-check. Sections as a whole (all clients, all links) ask for a role in `openPage` instead.
 */
export const PERMISSIONS = {
  'session.end': 'account',
  'session.end_all': 'account',
  'session.end_one': 'owner',
  'passkey.remove': 'owner',
  'passkey.reset': 'staff_not_requester',
  'cause.read': 'owner_or_staff',
  'cause.own': 'owner',
  'payment.own': 'owner',
  'bank_account.add': 'account',
  'withdrawal.request': 'owner',
  'withdrawal.cancel': 'owner',
  'cause.edit': 'owner_or_staff',
  'cause.move': 'owner_or_staff',
  'cause.close': 'owner_or_staff',
  'client.create': 'staff',
  'client.edit': 'staff',
  'key.create': 'staff',
  'key.rotate': 'staff',
  'key.revoke': 'staff',
  'key.approve': 'staff_not_requester',
  'key.refuse': 'staff',
  'link.cancel': 'staff',
  'link.lift_lock': 'staff',
  'card_pause.lift': 'staff',
  'payment.refund': 'staff',
  'refund.retry': 'staff',
  'refund.see_to': 'staff',
  'refund.approve': 'staff_not_requester',
  'refund.refuse': 'staff',
  'event.handle': 'staff',
  'ledger.check': 'staff',
  'bank_account.show': 'staff',
  'bank_account.verify': 'staff_not_requester',
  'bank_account.refuse': 'staff_not_requester',
  'withdrawal.approve': 'staff_not_requester',
  'withdrawal.reject': 'staff_not_requester',
  'withdrawal.pay': 'staff_not_requester',
  'withdrawal.fail': 'staff_not_requester',
} as const satisfies Record<string, Who>;
export type PermissionName = keyof typeof PERMISSIONS;

/**
 * What an action is about. As far as it decides who may: whose it is, and who asked for it, as account ids; and whatever
 * else the action reads of it.
 */
export type Resource = { ownerId?: string | null; requesterId?: string | null; [more: string]: unknown };

/**
 * `missing`: for this actor it does not exist. Whoever may not even see a thing is not told that it is there.
 * `refused`: they see it, and somebody else has to do it.
 */
export type Verdict = 'allowed' | 'missing' | 'refused';

/** Whether an actor may do something to a resource; null is a resource that is not there. */
export function authorise(actor: Actor, permission: PermissionName, resource: Resource | null): Verdict {
  return judge(actor, PERMISSIONS[permission], resource);
}

/** The rule itself, for tests of every kind of permission. */
export function judge(actor: Actor, who: Who, resource: Resource | null): Verdict {
  if (resource === null) return 'missing';
  const isStaff = actor.role === 'staff';
  const isOwner = resource.ownerId === actor.id;
  switch (who) {
    case 'account':
      return 'allowed';
    case 'owner':
      // Staff see everything; what only the owner may do, they do not do in the owner's place.
      return isOwner ? 'allowed' : isStaff ? 'refused' : 'missing';
    case 'owner_or_staff':
      return isOwner || isStaff ? 'allowed' : 'missing';
    case 'staff':
      return isStaff ? 'allowed' : 'missing';
    case 'staff_not_requester':
      if (!isStaff) return 'missing';
      return resource.requesterId === actor.id ? 'refused' : 'allowed';
    default:
      return unreachable(who);
  }
}
