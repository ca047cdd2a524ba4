import type { Actor } from '#lib/sessions/session.ts';
import { unreachable } from '#lib/unreachable.ts';

/** Who may act: any account; the owner of the resource; the owner or staff; staff; staff who did not request it. */
type Who = 'account' | 'owner' | 'owner_or_staff' | 'staff' | 'staff_not_requester';

/**
 * Who may do what in the dashboard: every action, and every page of one resource. A missing row is a type error. Whole
 * sections (all clients, all links) check a role in `loadDashboardPage` instead.
 */
export const PERMISSIONS = {
  'session.end': 'account',
  'session.end_all': 'account',
  'session.end_one': 'owner',
  'account.time_zone': 'account',
  'passkey.remove': 'owner',
  'passkey.reset': 'staff_not_requester',
  'cause.read': 'owner_or_staff',
  'cause.own': 'owner',
  'payment.own': 'owner',
  'bank_account.add': 'account',
  'withdrawal.review': 'owner',
  'withdrawal.request': 'owner',
  'withdrawal.cancel': 'owner',
  'cause.create': 'account',
  'cause.edit': 'owner_or_staff',
  'cause.move': 'owner_or_staff',
  'cause.restore': 'staff',
  'cause.close': 'owner_or_staff',
  'update.publish': 'owner_or_staff',
  'update.edit': 'owner_or_staff',
  'update.delete': 'owner_or_staff',
  'picture.add': 'owner_or_staff',
  'picture.delete': 'owner_or_staff',
  'message.hide': 'owner_or_staff',
  'message.show': 'owner_or_staff',
  'receipt.resend': 'owner_or_staff',
  'client.create': 'staff',
  'client.update': 'staff',
  'key.create': 'staff',
  'key.rename': 'staff',
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
  'refund.record_transfer': 'staff',
  'refund.write_off': 'staff',
  'write_off.approve': 'staff_not_requester',
  'write_off.refuse': 'staff',
  'refund.approve': 'staff_not_requester',
  'refund.refuse': 'staff',
  'event.handle': 'staff',
  'mail.end_doubt': 'staff',
  'ledger.check': 'staff',
  'reconciliation.acknowledge': 'staff',
  'bank_account.show': 'staff',
  'bank_account.verify': 'staff_not_requester',
  'bank_account.refuse': 'staff_not_requester',
  'withdrawal.approve': 'staff_not_requester',
  'withdrawal.reject': 'staff_not_requester',
  'withdrawal.start_sending': 'staff_not_requester',
  'withdrawal.mark_sent': 'staff_not_requester',
  'withdrawal.mark_not_sent': 'staff_not_requester',
  'withdrawal.fail': 'staff_not_requester',
  'batch.create': 'staff',
  'batch.cancel': 'staff',
  'batch.start_sending': 'staff',
  'batch.mark_sent': 'staff',
  'batch.mark_not_sent': 'staff',
  'note.add': 'staff',
} as const satisfies Record<string, Who>;
export type PermissionName = keyof typeof PERMISSIONS;

/**
 * The resource of an action: the account ids of its owner and requester, which decide who may act, and further data that
 * the action needs.
 */
export type Resource = { ownerId?: string | null; requesterId?: string | null; [more: string]: unknown };

/** `missing`: the actor may not see it, so it looks missing. `refused`: the actor sees it, and somebody else has to act. */
export type Authorisation = 'allowed' | 'missing' | 'refused';

/** Whether an actor may act on a resource; null is a missing resource. */
export function authorise(
  actor: Actor,
  permission: PermissionName,
  resource: Resource | null,
): Authorisation {
  return authoriseWho(actor, PERMISSIONS[permission], resource);
}

/** The rule itself, for tests of every kind of permission. */
export function authoriseWho(actor: Actor, who: Who, resource: Resource | null): Authorisation {
  if (resource === null) return 'missing';
  const isStaff = actor.role === 'staff';
  const isOwner = resource.ownerId === actor.id;
  switch (who) {
    case 'account':
      return 'allowed';
    case 'owner':
      // Staff see everything, but do not act in an owner's place.
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
