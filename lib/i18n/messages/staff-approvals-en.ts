/** The English texts of what asks for two members of staff. */
export const staffApprovalsEn = {
  title: 'Waiting for a second person',
  intro:
    'Large refunds, and keys that set fees or open accounts, ask for two members of staff. Whoever asked never approves.',
  refundsTitle: 'Refunds',
  refundsCaption: 'Refunds that wait, the oldest first',
  refundsEmpty: 'No refund waits.',
  keysTitle: 'Keys',
  keysCaption: 'Keys that wait, the oldest first',
  keysEmpty: 'No key waits.',
  amount: 'Amount',
  payment: 'Payment',
  reason: 'Reason',
  key: 'Key',
  client: 'Client',
  permissions: 'Permissions',
  by: 'Asked for by',
  at: 'Asked for',
  createdBy: 'Made by',
  approvedBy: 'Approved by {name}',
  approver: 'Approved by',
  own: 'You asked for this: another member of staff approves it. Until then you can take it back.',
  takeBack: 'Take it back',
  refund: {
    title: 'A refund waits for a second person',
    intro: 'Approved, the money goes back at once. Everything is checked again first.',
    above:
      'With more than {amount} of a payment given back in all, a second member of staff has to approve it.',
    approve: 'Approve and give it back',
    refuse: 'Refuse the refund',
  },
  keyTitle: 'It waits for a second person',
  keyIntro: 'It works from the moment it is approved. Refused, it is stopped for good.',
  keyApprove: 'Approve the key',
  keyRefuse: 'Refuse the key',
  keyRotate:
    'The new key works only once another member of staff has approved it: choose a time that is long enough.',
  verifier: 'You verified its bank account: another member of staff marks it as paid.',
  reviewer: 'Looked at by',
  singleStaff:
    'One member of staff alone can do everything here: verify a bank account and pay to it, give back any amount, and make any key. A second person is not asked for, because ALLOW_SINGLE_STAFF is on.',
} as const;
