/** The English texts of the page that names what an action of staff would do, before it is done. */
export const reviewEn = {
  review: {
    nothingYet: 'Nothing has been changed yet.',
    done: 'You have already confirmed this. It is not done again.',
    willHappen: 'What will happen',
    wasConfirmed: 'What you confirmed',
    goOn: 'Continue',
    about: 'About',
    reason: 'Reason',
    reasonHint: 'For the audit log. Everyone on staff can read it.',
    reasonHintIfStops:
      'Needed if donations or withdrawals stop. For the audit log: everyone on staff can read it, the creator cannot.',
    goBack: 'Go back without changing anything',
    takeBack: 'Cancel your request',
    actions: {
      cause_change_state: 'Change the status',
      cause_restore: 'Undo the fraud mark',
      key_revoke: 'Revoke the key',
      key_reject: 'Reject the key',
      link_cancel: 'Cancel the link',
      payment_refund: 'Refund the payment',
      refund_reject: 'Reject the refund',
      refund_close: 'Close the failed refund without sending anything',
      refund_record_transfer: 'Record the transfer',
      refund_record_return: 'Record the return',
      withdrawal_start_sending: 'Start sending the withdrawal',
      withdrawal_mark_sent: 'Record the withdrawal as sent',
      withdrawal_mark_not_sent: 'Record the withdrawal as not sent',
      withdrawal_reject: 'Reject the withdrawal',
      withdrawal_fail: 'Mark the withdrawal as failed',
      bank_account_reject: 'Reject the bank account',
      batch_start_sending: 'Start sending the batch',
      batch_mark_sent: 'Record the batch as sent',
      batch_mark_not_sent: 'Record the batch as not sent',
      passkey_reset: 'Remove the passkeys',
      donor_erase: 'Erase the donor’s data',
      creator_erase: 'Erase the creator’s data',
    },
    restore: {
      title: 'Undo the fraud mark',
      intro: 'The cause returns to the status that it had before: {state}.',
      submit: 'Undo…',
    },
    acknowledge: {
      title: 'Acknowledge a difference',
      intro:
        'For a difference that is explained. It stays in the table with your reason, but no longer waits for staff, unless one of its amounts changes.',
      which: 'Difference',
      submit: 'Acknowledge',
      status: 'Explanation',
      open: 'Not explained yet',
      allKnown: '{count, plural, one {The one difference is explained} other {All # differences are explained}}',
    },
    lines: {
      moved: 'The status changes from “{from}” to “{to}”.',
      attempts:
        '{count, plural, =0 {No payment is in progress.} one {# payment in progress is canceled: {sum}.} other {# payments in progress are canceled: {sum} in total.}}',
      openLinks:
        '{count, plural, =0 {No link is open.} one {# open link can no longer be paid.} other {# open links can no longer be paid.}}',
      heldWithdrawals:
        '{count, plural, =0 {No withdrawal is waiting. New ones cannot be requested.} one {# withdrawal of {sum} waits and cannot be sent.} other {# withdrawals of {sum} in total wait and cannot be sent.}}',
      hidden: 'The public page of the cause is no longer shown.',
      undoFraud:
        'You can undo this on the page of the cause, which then returns to its status of today. Canceled payments stay canceled.',
      undoMove: 'The status can be changed again later. Canceled payments stay canceled.',
      collectsAgain: 'The cause accepts donations again.',
      restsStill: 'The cause still does not accept donations.',
      paysOutAgain: 'Its creator can withdraw money again.',
      holdsStill: 'Its creator still cannot withdraw money.',
      canceledStay: 'Payments and links that were canceled stay canceled.',
      keyStops: 'From this moment on, every request with this key is rejected.',
      keyNever: 'This key will never work.',
      keyUsed: 'It was last used {ago}.',
      keyUnused: 'It has never been used.',
      keyOthers:
        '{count, plural, =0 {The client has no other active key: it cannot use the API without this one.} one {The client has # other active key.} other {The client has # other active keys.}}',
      linkEnds: 'Nobody can pay this link of {client} for {amount} anymore.',
      paidMeanwhile: 'If the donor has already paid, the link is completed instead.',
      refund: '{amount} goes back to the donor through {gateway}. {left} of the payment is left.',
      refundCollected: 'The total of “{cause}” goes down by {amount}.',
      sentByHand:
        '{amount} counts as refunded to the donor, by the bank transfer {reference} of {date}. {left} of the payment is left.',
      sentOutside: 'Nothing is sent from here: the money has to have left our bank account.',
      sentClosed: 'The refund was closed because nothing was sent. It will be marked as sent by hand instead.',
      sentBeyond:
        '{amount} of it is more than what was left of the payment: the donor or their bank has that much already. It is our loss, not the creator’s, until it comes back.',
      sentBefore:
        'Recorded as sent by hand already: {references}. Only record {reference} if it is another transfer that has left our account as well.',
      donorNotMailed: 'The donor is not notified by email. Ask them yourself to send back what they were sent twice.',
      transferReturned:
        '{amount} no longer counts as refunded: the bank transfer {reference} came back to our bank account on {date}. {left} of the payment will be left.',
      returnedCollected: 'The total of “{cause}” goes up by {amount} until the money is sent again.',
      returnedUnmatched: 'The money is owed to the donor again.',
      returnedQueue: 'The failed refund waits for staff again. Nothing is sent or refunded automatically.',
      donorAsked: 'The donor is asked by email where to send it: {email}.',
      donorNotAsked: 'Nothing is left for the donor, so nobody is notified.',
      donorMail: 'The donor is notified by email: {email}.',
      donorUnknown: 'The donor left no email address, so nobody is notified.',
      secondPerson: 'A second member of staff has to approve it first.',
      refundEnds: '{amount} is not refunded. The request ends.',
      anotherRequest: 'A refund can be requested again on the page of the payment.',
      toSend: '{amount} is to be sent to {account}, in the name of {holder}.',
      noCancel: 'From then on, nobody can cancel it.',
      creatorTold: 'The creator is notified by email: {email}.',
      undoSending: 'If it is not sent after all, you can record that, and it is reviewed again.',
      notSent:
        '{amount} is recorded as not sent to {account}, in the name of {holder}. If it leaves the bank anyway, it is paid twice.',
      decideAgain: 'The withdrawal goes back to review. {amount} stays set aside.',
      beingSent:
        '{count, plural, one {# withdrawal of {sum} is being sent already and is not stopped.} other {# withdrawals of {sum} in total are being sent already and are not stopped.}}',
      paid: '{amount} is recorded as sent to {account}, in the name of {holder}.',
      paidAs: 'It is recorded with the bank’s reference {reference}, as sent on {date}.',
      paidOutside: 'Nothing is sent from here: the money has to be sent from the bank.',
      moneyBack: '{amount} becomes available again in “{cause}”.',
      creatorMail: 'The creator is notified by email, with what you wrote: {email}.',
      undoPaid: 'If the bank sends the money back, you can mark it as failed.',
      accountNever: 'No money can be sent to this account, now or later.',
      accountWithdrawals:
        '{count, plural, one {# withdrawal to it waits and cannot be sent: {sum}.} other {# withdrawals to it wait and cannot be sent: {sum} in total.}}',
      batchToSend:
        '{count, plural, one {# withdrawal of {sum} is to be sent} other {# withdrawals of {sum} in total are to be sent}}.',
      batchHeld:
        '{count, plural, one {# withdrawal is not sent: a condition for it is no longer met. It goes back to review.} other {# withdrawals are not sent: a condition for them is no longer met. They go back to review.}}',
      batchNothing: 'None of its withdrawals can be sent now, so the batch is canceled.',
      batchAccounts:
        '{count, plural, one {The money goes to # bank account.} other {The money goes to # bank accounts.}}',
      batchNoCancel: 'From then on, its withdrawals cannot be canceled.',
      batchUndoSending:
        'If the batch is not sent after all, you can record that, and its withdrawals are reviewed again.',
      batchPaid:
        '{count, plural, one {# withdrawal of {sum} is recorded} other {# withdrawals of {sum} in total are recorded}} as sent on {date}.',
      batchUndoPaid: 'If the bank sends a withdrawal back, you can mark it as failed.',
      batchNotSent:
        '{count, plural, one {# withdrawal of {sum} is recorded as not sent. If it leaves the bank anyway, it is paid twice.} other {# withdrawals of {sum} in total are recorded as not sent. If one of them leaves the bank anyway, it is paid twice.}}',
      batchDecideAgain: 'The batch ends. Its withdrawals go back to review, and their money stays set aside.',
      batchTold: '{count, plural, one {# creator is} other {# creators are}} notified by email.',
      batchMail: '{count, plural, one {# creator is} other {# creators are}} notified by email, with what you wrote.',
      refundClosed: '{amount} is not sent to the donor. The failed refund leaves the list.',
      refundClosedLeft: 'A refund can be requested again on the page of the payment.',
      refundClosedWrittenOff: 'What was written off stays owed to the donor, who can still claim it.',
      nobodyTold: 'Nobody is notified.',
      passkeysGone:
        '{count, plural, one {# passkey of {name} stops working.} other {# passkeys of {name} stop working.}}',
      sessionsEnd:
        '{count, plural, =0 {They are not signed in anywhere.} one {# session of theirs ends.} other {# sessions of theirs end.}}',
      passkeyAgain: 'At the next sign-in by email, they can add a new passkey.',
      holderMail: 'They are notified by email, with what you wrote: {email}.',
      erasedPayments:
        '{count, plural, one {The name, email, message and card of # payment are erased.} other {The names, emails, messages and cards of # payments are erased.}}',
      erasedLinks:
        '{count, plural, one {The same is removed from # checkout link, along with the partner’s own fields that contain the email address.} other {The same is removed from # checkout links, along with the partner’s own fields that contain the email address.}}',
      erasedMails:
        '{count, plural, =0 {No emails to the donor are stored.} one {# stored email to the donor is deleted. If it has not been sent yet, it never is.} other {# stored emails to the donor are deleted. Those that have not been sent yet never are.}}',
      erasedNotes:
        '{count, plural, one {The text of # note about them is erased.} other {The texts of # notes about them are erased.}}',
      booksStay: 'Amounts, the ledger, totals and receipt numbers stay. Receipts remain valid, without a name.',
      gatewaysKeep:
        'The payment gateways keep what the donor gave them. The downloaded file names each payment as its gateway does, so that you can ask them to erase it too.',
      weakerAnswers:
        'A bank can still dispute a card payment for some months. The answer will then have neither a name nor an email.',
      erasedAccount: 'The name, email and phone of {name} are erased. Nobody can sign in to the account anymore.',
      erasedCreatorMails:
        '{count, plural, =0 {No emails to the creator are stored.} one {# stored email to the creator is deleted. If it has not been sent yet, it never is.} other {# stored emails to the creator are deleted. Those that have not been sent yet never are.}}',
      erasedCreatorNotes:
        '{count, plural, one {The text of # note about the creator is erased.} other {The texts of # notes about the creator are erased.}}',
      erasedBankAccounts:
        '{count, plural, =0 {Bank accounts with withdrawal requests are kept, for the books.} one {# bank account that was never used is deleted. Those with withdrawal requests are kept, for the books.} other {# bank accounts that were never used are deleted. Those with withdrawal requests are kept, for the books.}}',
      causesStay:
        '{count, plural, =0 {There are no causes.} one {# cause stays as it is, with its texts and accepted terms.} other {# causes stay as they are, with their texts and accepted terms.}}',
      noUndo: 'This cannot be undone.',
    },
  },
} as const;
