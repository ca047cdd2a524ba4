/** Who sees an action or a page at all: any account; the owner of the resource; the owner or staff; staff. */
export type Audience = 'account' | 'owner' | 'owner_or_staff' | 'staff';

/**
 * The part that somebody already has in what an action decides: they asked for it; it is about what they own; they verified
 * the bank account that it pays to; they approved it.
 */
export const PARTS = ['asked', 'owns', 'verified', 'approved'] as const;
export type Part = (typeof PARTS)[number];

/**
 * What somebody with a part may do: `allowed`, as anybody else; `refused`, somebody else has to; `as_creator`, only what the
 * creator of a cause may.
 */
export type PartRule = 'allowed' | 'refused' | 'as_creator';

/**
 * What an action decides: `money` is moved, or it is decided whether it is; a `hold` of money or payments is placed or lifted;
 * `terms` of a client; `access`, to the service or to what is secret; `person`: all that is stored of somebody leaves the service,
 * or goes. All of these need a fresh sign-in.
 */
export type Effect = 'money' | 'hold' | 'terms' | 'access' | 'person';

export type Rule = {
  who: Audience;
  /** Of `owner_or_staff`, what staff decide by it. */
  effect?: Effect;
  /** What a part makes of it. Parts that are not named have no meaning for it. */
  parts?: Partial<Record<Part, PartRule>>;
  /** From the first withdrawal of a creator that was paid, they need a passkey for it. */
  passkey?: 'after_payout';
  /** It waits until somebody else performs that action: always, or in some cases, in words. */
  waits?: { for: string; when: string };
};

/** What creators decide about their money: the code of a mail alone is not enough once there was some. */
const ASKS_FOR_MONEY = { effect: 'money', passkey: 'after_payout' } as const;
const MONEY_OF_CREATOR = { asked: 'refused', owns: 'refused' } as const;

/**
 * The policy: who may do what to what, and with whom beside. Every action of the dashboard, file of staff, and page of one
 * resource. A person is all their accounts (same-person.ts). docs/security.md prints it.
 *
 * With `ALLOW_SINGLE_STAFF` nothing waits, who verified or approved does not matter, and only the very same account is refused
 * what it asked for or owns. The operator's console is an audited override, and not bound by it.
 */
export const POLICY = {
  'session.end': { who: 'account' },
  'session.end_all': { who: 'account' },
  'session.end_one': { who: 'owner' },
  'account.time_zone': { who: 'account' },
  'passkey.postpone': { who: 'account' },
  'passkey.remove': { who: 'owner', effect: 'access' },
  'passkey.reset': { who: 'staff', effect: 'access', parts: { owns: 'refused' } },
  'staff_list.export': { who: 'staff' },
  'cause.read': { who: 'owner_or_staff' },
  'cause.own': { who: 'owner' },
  'payment.own': { who: 'owner' },
  'bank_account.add': { who: 'account', ...ASKS_FOR_MONEY },
  // Its form is refused before it is reviewed, not only once it is confirmed.
  'withdrawal.review': { who: 'owner', passkey: 'after_payout' },
  'withdrawal.request': {
    who: 'owner',
    ...ASKS_FOR_MONEY,
    waits: { for: 'withdrawal.approve', when: 'above the threshold of the day' },
  },
  'withdrawal.cancel': { who: 'owner' },
  'cause.create': { who: 'account' },
  'cause.edit': { who: 'owner_or_staff', parts: { owns: 'as_creator' } },
  'cause.change_state': { who: 'owner_or_staff', effect: 'hold', parts: { owns: 'as_creator' } },
  'cause.restore': { who: 'staff', effect: 'hold', parts: { owns: 'refused' } },
  'cause.close': { who: 'owner_or_staff' },
  'update.publish': { who: 'owner_or_staff', parts: { owns: 'as_creator' } },
  'update.edit': { who: 'owner_or_staff', parts: { owns: 'as_creator' } },
  'update.delete': { who: 'owner_or_staff', parts: { owns: 'as_creator' } },
  'picture.add': { who: 'owner_or_staff', parts: { owns: 'as_creator' } },
  'picture.delete': { who: 'owner_or_staff', parts: { owns: 'as_creator' } },
  'message.hide': { who: 'owner_or_staff' },
  'message.show': { who: 'owner_or_staff' },
  'receipt.resend': { who: 'owner_or_staff' },
  'client.create': { who: 'staff', effect: 'terms' },
  'client.update': {
    who: 'staff',
    effect: 'terms',
    waits: { for: 'client_terms.approve', when: 'with another fee or contact' },
  },
  'client_terms.approve': { who: 'staff', effect: 'terms', parts: { asked: 'refused' } },
  'client_terms.reject': { who: 'staff', effect: 'terms', parts: { asked: 'allowed' } },
  'key.create': {
    who: 'staff',
    effect: 'access',
    waits: { for: 'key.approve', when: 'with a permission to set fees or open accounts' },
  },
  'key.rename': { who: 'staff' },
  'key.rotate': {
    who: 'staff',
    effect: 'access',
    waits: { for: 'key.approve', when: 'with a permission to set fees or open accounts' },
  },
  'key.revoke': { who: 'staff', effect: 'access' },
  'key.approve': { who: 'staff', effect: 'access', parts: { asked: 'refused' } },
  'key.reject': { who: 'staff', effect: 'access', parts: { asked: 'allowed' } },
  'link.cancel': { who: 'staff', effect: 'money' },
  'link.unlock': { who: 'staff', effect: 'hold', parts: { owns: 'refused' } },
  'card_pause.lift': { who: 'staff', effect: 'hold', parts: { owns: 'refused' } },
  'payment.refund': {
    who: 'staff',
    effect: 'money',
    waits: { for: 'refund.approve', when: 'above the threshold of its payment' },
  },
  'refund.retry': { who: 'staff', effect: 'money' },
  'refund.close': { who: 'staff', effect: 'money' },
  'refund.record_transfer': { who: 'staff', effect: 'money' },
  'refund.record_return': { who: 'staff', effect: 'money' },
  'refund.write_off': {
    who: 'staff',
    effect: 'money',
    waits: { for: 'write_off.approve', when: 'always' },
  },
  'write_off.approve': { who: 'staff', effect: 'money', parts: { asked: 'refused' } },
  'write_off.reject': { who: 'staff', effect: 'money', parts: { asked: 'allowed' } },
  'refund.approve': { who: 'staff', effect: 'money', parts: { asked: 'refused' } },
  'refund.reject': { who: 'staff', effect: 'money', parts: { asked: 'allowed' } },
  'event.handle': { who: 'staff' },
  'mail.resolve': { who: 'staff' },
  'ledger.check': { who: 'staff' },
  'reconciliation.acknowledge': { who: 'staff' },
  'bank_account.reveal': { who: 'staff', effect: 'access' },
  'bank_account.read_evidence': { who: 'staff', effect: 'access' },
  'bank_account.verify': { who: 'staff', effect: 'money', parts: { owns: 'refused' } },
  'bank_account.reject': { who: 'staff', effect: 'money', parts: { owns: 'refused' } },
  'withdrawal.approve': {
    who: 'staff',
    effect: 'money',
    parts: { ...MONEY_OF_CREATOR, verified: 'allowed' },
  },
  'withdrawal.reject': { who: 'staff', effect: 'money', parts: { ...MONEY_OF_CREATOR, verified: 'allowed' } },
  // The person who approved it may send it, because another one verified the account.
  'withdrawal.start_sending': {
    who: 'staff',
    effect: 'money',
    parts: { ...MONEY_OF_CREATOR, verified: 'refused', approved: 'allowed' },
  },
  // What became of it is a fact.
  'withdrawal.mark_sent': {
    who: 'staff',
    effect: 'money',
    parts: { ...MONEY_OF_CREATOR, verified: 'allowed', approved: 'allowed' },
  },
  'withdrawal.mark_not_sent': {
    who: 'staff',
    effect: 'money',
    parts: { ...MONEY_OF_CREATOR, verified: 'allowed', approved: 'allowed' },
  },
  'withdrawal.fail': {
    who: 'staff',
    effect: 'money',
    parts: { ...MONEY_OF_CREATOR, verified: 'allowed', approved: 'allowed' },
  },
  // Each step of a batch is that step of all its withdrawals.
  'batch.create': { who: 'staff', effect: 'money' },
  'batch.cancel': { who: 'staff', effect: 'money' },
  'batch.start_sending': { who: 'staff', effect: 'money' },
  // Its file for the bank has the numbers and documents of all its bank accounts.
  'batch.export': { who: 'staff', effect: 'access' },
  'batch.mark_sent': { who: 'staff', effect: 'money' },
  'batch.mark_not_sent': { who: 'staff', effect: 'money' },
  'note.add': { who: 'staff' },
  'donor.export': { who: 'staff', effect: 'person' },
  'donor.erase': { who: 'staff', effect: 'person' },
  'creator.export': { who: 'staff', effect: 'person' },
  'creator.erase': { who: 'staff', effect: 'person', parts: { owns: 'refused' } },
} as const satisfies Record<string, Rule>;

export type PolicyAction = keyof typeof POLICY;

/** The row of an action. */
export function ruleOf(action: PolicyAction): Rule {
  return POLICY[action];
}
