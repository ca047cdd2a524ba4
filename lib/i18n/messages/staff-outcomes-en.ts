/** The English texts of what staff’s forms are refused for, by code. */
export const staffFaultsEn = {
  clientChanged: 'Somebody else has changed this client meanwhile. Look at what it is now and save again.',
  feePercent: 'Write a number from 0 to 20 with a point and at most four decimals.',
  colour: 'Write a colour as #RRGGBB, such as #0B6B53.',
  httpsUrl: 'Write a whole address that begins with https://.',
  permissionsNeeded: 'Choose at least one thing that the key may do.',
  addressRange:
    '{count, plural, one {One of these is neither an address nor a CIDR range} other {# of these are neither addresses nor CIDR ranges}}: write 203.0.113.7 or 203.0.113.0/24.',
  keyOver: 'This key has been stopped or replaced already.',
  linkCompleted: 'The donor was faster: the link is completed, its payment stands, and it was not cancelled.',
  linkExpired: 'The link has expired meanwhile: there is nothing to cancel.',
  linkCancelled: 'Somebody has cancelled this link already.',
  gatewayAway: 'The gateway cannot be reached at the moment. Nothing was changed; try again soon.',
  refundAmount: 'Write an amount such as 12.50, without separators between thousands.',
  refundOverLeft: 'This is more than is left of the payment.',
  refundUnderWay: 'Another refund of this payment is still under way.',
  refundNotCounted: 'Only a payment that counts can be given back by hand.',
  refundDisputed: 'The bank of the donor has this money in a dispute: it cannot be given back as well.',
  refundStale: 'Somebody has given back some of this payment meanwhile. Look at what is left.',
  refundRefused: 'The gateway refused this refund. What it said stands beside it below.',
  refundSeenTo: 'This has been settled already: somebody was faster, or a later refund has arrived.',
  refundNotDue: 'This money does not go back by itself: it counts, or a bank holds it or has taken it.',
  ownRequest: 'Whoever asks for it never decides about it.',
  wrongState: 'Somebody else was first: its state does not allow this any more.',
  causeOnHold: 'The state of its cause does not allow withdrawals.',
  overAvailable: 'More has gone back to donors than was left: this cannot be approved now.',
  moneyNotReleased: 'The gateways have not released as much yet: this cannot be approved now.',
  overSumOfCreator:
    'Other causes of this creator lack more than they have, and this one makes up for it: this cannot be approved now.',
  accountNotVerified: 'The bank account has not been verified.',
  eventTrouble: 'The gateway did not answer. The event waits, and is tried again by itself.',
} as const;

/** And of what was done. */
export const staffNoticesEn = {
  clientCreated: 'The client is there. Now make a key for it.',
  keyCreated: 'The key is made.',
  keyRotated: 'The new key is made. The old one stops at the time you chose.',
  keyRevoked: 'The key has stopped.',
  causeMoved: 'The cause is in its new state.',
  linkCancelled: 'The link is cancelled.',
  lockLifted: 'The lock is lifted: the link can be paid again.',
  pauseLifted: 'The pause is lifted: cards are taken again.',
  refundDone: 'The money is on its way back, and the donor is told.',
  refundPending:
    'The refund is under way: the gateway has not finished it. It is tried again by itself until it is done; the donor is told then.',
  refundRetried: 'The refund is being tried again. If it fails again, it comes back here.',
  refundSeenTo: 'Noted. The refund is off this list; your note is in the audit log.',
  eventHandled: 'The event has been handled.',
  accountVerified: 'The bank account is verified.',
  accountRejected: 'The bank account is refused.',
  accountShown:
    'The number of the account and the document of its holder. That you looked is in the audit log.',
  withdrawalApproved: 'The withdrawal is approved. It waits to be paid.',
  withdrawalRejected: 'The withdrawal is rejected, and the money is available again.',
  withdrawalPaid: 'The withdrawal is marked as paid.',
  withdrawalPutBack:
    'This was not marked as paid: something that was checked when it was asked for does not hold any more. It waits to be decided again, its money stays set aside, and its creator is told. Why stands below.',
  withdrawalFailed: 'The withdrawal is marked as failed, and the money is available again.',
  ledgerChecked: 'The ledger has been checked.',
} as const;
