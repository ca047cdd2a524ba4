/** The English texts of withdrawals: the mails that tell a creator how one stands. */
export const withdrawalEn = {
  email: {
    requestedSubject: 'You asked for {amount}',
    requestedBody:
      'We received your request to withdraw {amount} from “{title}” to {account}. Someone of our team will look at it; the amount is set aside meanwhile.',
    approvedSubject: 'Your withdrawal of {amount} is approved',
    approvedBody:
      'Your withdrawal of {amount} from “{title}” to {account} is approved and will be sent soon.',
    heldSubject: 'Your withdrawal of {amount} is looked at again',
    heldBody:
      'We have not sent {amount} from “{title}” to {account} yet: someone of our team looks at it again. The amount stays set aside.',
    rejectedSubject: 'Your withdrawal of {amount} was not approved',
    rejectedBody:
      'Your withdrawal of {amount} from “{title}” to {account} was not approved. The amount is available again.',
    cancelledSubject: 'Your withdrawal of {amount} is cancelled',
    cancelledBody:
      'You cancelled your withdrawal of {amount} from “{title}” to {account}. The amount is available again.',
    paidSubject: 'We sent you {amount}',
    paidBody:
      'We sent {amount} from “{title}” to {account}. Banks can take a few days to show it. If you did not ask for it, tell us at once.',
    failedSubject: 'Your withdrawal of {amount} did not arrive',
    failedBody:
      'The bank did not accept {amount} from “{title}” for {account}. The amount is available again. Please check the account before you ask again.',
    note: 'What our team wrote: {note}',
    number: 'Withdrawal number: {withdrawalId}',
  },
} as const;
