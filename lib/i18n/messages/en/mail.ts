/** The English texts of mails. */
export const mailEn = {
  email: {
    greeting: 'Hello {name},',
    greetingNoName: 'Hello,',
    signature: 'Thank you!',
    /** What staff wrote about a withdrawal or a bank account. */
    note: 'A note from our team: {note}',
    ownerProvisionedSubject: 'Your fundraising account is ready',
    ownerProvisionedBody:
      'We opened an account in your name with this email address, so that you can follow the causes created for you. You do not need a password: we email you a code each time you sign in.',
    ownerProvisionedIgnore: 'If you were not expecting this email, you can ignore it.',
    causeCreatedSubject: 'A cause was created in your name',
    causeCreatedBody:
      'The cause “{title}” was created in your name. It is a draft: its page is not public until it is published.',
    causeCreatedLink: 'You can review it and publish it here: {causeUrl}',
    causesCreatedSubject: 'More causes were created in your name',
    causesCreatedBody:
      '{count, plural, one {Since our last email, one more cause was created in your name. It is a draft: its page is not public until it is published.} other {Since our last email, # more causes were created in your name. They are drafts: their pages are not public until they are published.}}',
    causesCreatedLink: 'You can find all of your causes here: {url}',
    /** What staff did to a cause, to its creator. */
    causeChanged: {
      rejected: {
        subject: 'Your cause was not accepted',
        what: 'Our team did not accept your cause “{title}”. It has no public page and cannot receive donations.',
      },
      paused: {
        subject: 'Your cause was paused',
        what: 'Our team paused your cause “{title}”. Only our team can resume it. Nobody can donate in the meantime.',
      },
      info_required: {
        subject: 'We need more information about your cause',
        what: 'Our team needs more information from you about your cause “{title}”. Until we have it, nobody can donate and nothing can be withdrawn. Please reply to this email, so that we can tell you what is missing.',
      },
      funds_on_hold: {
        subject: 'We are reviewing your cause',
        what: 'Our team is reviewing your cause “{title}”. Until the review is finished, nobody can donate and the money stays where it is.',
      },
      resumed: {
        subject: 'Your cause is no longer on hold',
        what: 'Our team has decided that your cause “{title}” can go on.',
      },
      open: 'It can receive donations again.',
      notOpen: 'It does not receive donations at the moment.',
      link: 'You can see its status here: {causeUrl}',
      ask: 'If you have questions or think this is a mistake, reply to this email.',
    },
    donationCompletedSubject: 'Your donation of {amount}',
    donationCompletedBody: 'Thank you! Your donation to “{title}” has arrived.',
    receiptCopySubject: 'Receipt for your donation of {amount}',
    receiptCopyBody: 'Here is another copy of the receipt for your donation to “{title}”.',
    receiptBody: 'Here is the receipt for your donation to “{title}”.',
    donationCompletedReceipt: 'Receipt number: {paymentId}',
    donationCompletedKeep: 'Keep this email: it is your receipt.',
    donationCompletedPage: 'See your receipt',
    donationCompletedAttached: 'Your receipt is attached as a PDF.',
    donationCompletedPrivate:
      'The page of your receipt will stay online. Keep its address private: anyone who has it can read your receipt.',
    donationRefundedSubject: 'We refunded {back}',
    donationRefundedBody:
      'Your payment of {amount} to “{title}” arrived too late or was a duplicate, so it was not counted as a donation. We refunded all of it to the card or account you paid with. It can take a few days to show up.',
    donationRefundedPartBody:
      'Your payment of {amount} to “{title}” arrived too late or was a duplicate, so it was not counted as a donation. Your bank returned a part of it to you, and we refunded the remaining {back} to the card or account you paid with. It can take a few days to show up.',
    donationMismatchPartBody:
      'We received {amount} for “{title}”. It does not match the donation, so it was not counted. Your bank returned a part of it to you, and we refunded the remaining {back} to the card or account you paid with. It can take a few days to show up.',
    /** Unmatched funds of which a part was sent by hand before the rest was refunded. */
    donationRefundedRestBody:
      'Your payment of {amount} to “{title}” arrived too late or was a duplicate, so it was not counted as a donation. We refunded {back} of it to the card or account you paid with. It can take a few days to show up.',
    donationMismatchRestBody:
      'We received {amount} for “{title}”. It does not match the donation, so it was not counted. We refunded {back} of it to the card or account you paid with. It can take a few days to show up.',
    donationRefundedSent: 'Before that, we sent you {amount} of it by bank transfer.',
    donationRefundedTaken: 'Your bank has already returned {amount} of it to you.',
    donationRefundedReceipt: 'Payment number: {paymentId}',
    donationMismatchBody:
      'We received {amount} for “{title}”. It does not match the donation, so it was not counted. We refunded all of it to the card or account you paid with. It can take a few days to show up.',
    refund: {
      subject: 'We refunded {back}',
      whole: 'We refunded your full donation of {amount} to “{title}”.',
      part: 'We refunded {back} of your donation of {amount} to “{title}”.',
      rest: '{left} of it stays with the cause.',
      noRest: 'With this, all of it has been returned to you.',
      where: 'The money goes back to the card or account you paid with. It can take a few days to show up.',
      number: 'Payment number: {paymentId}',
    },
    refundReturned: {
      subject: 'Our refund of {back} did not reach you',
      what: 'We told you that we refunded {back} of your payment of {amount} to “{title}”. Since then, your bank has sent that money back to us.',
      next: 'It is not lost: we are holding it for you and looking for another way to refund it. You do not need to do anything for now. We may write to ask where to send it.',
    },
    refundByHand: {
      subject: 'We sent you {back} by bank transfer',
      whole:
        'We could not refund your payment of {amount} to “{title}” to the card or account you paid with, so we sent all of it by bank transfer.',
      part: 'We could not refund {back} of your payment of {amount} to “{title}” to the card or account you paid with, so we sent it by bank transfer.',
      uncounted: 'The payment was not counted as a donation.',
      reference: 'Transfer reference',
      sentOn: 'Sent on',
      where: 'It can take a few days to show up. If you cannot find it, reply with the reference.',
    },
    transferReturned: {
      subject: 'Our transfer of {back} did not reach you',
      what: 'We sent you {back} by bank transfer, for your payment of {amount} to “{title}”. Your bank has sent that money back to us.',
      next: 'It is not lost: we are holding {owed} for you. Please reply to this email and tell us which account we should send it to: the name of its holder, the bank and the account number. We never ask for a card number, a code or a password.',
      returnedOn: 'Returned on',
    },
    withdrawal: {
      requestedSubject: 'You requested a withdrawal of {amount}',
      requestedBody:
        'We received your request to withdraw {amount} from “{title}” to {account}. Someone on our team will review it. The amount is set aside in the meantime.',
      approvedSubject: 'Your withdrawal of {amount} was approved',
      approvedBody: 'Your withdrawal of {amount} from “{title}” to {account} was approved and will be sent soon.',
      sendingSubject: 'We are sending you {amount}',
      sendingBody:
        'We have started to send {amount} from “{title}” to {account}. It can no longer be canceled. We will email you when the bank has sent it.',
      heldSubject: 'We are reviewing your withdrawal of {amount} again',
      heldBody:
        'We have not sent {amount} from “{title}” to {account} yet. Someone on our team is reviewing it again. The amount is still set aside.',
      rejectedSubject: 'Your withdrawal of {amount} was not approved',
      rejectedBody:
        'Your withdrawal of {amount} from “{title}” to {account} was not approved. The amount is available again.',
      cancelledSubject: 'Your withdrawal of {amount} was canceled',
      cancelledBody:
        'You canceled your withdrawal of {amount} from “{title}” to {account}. The amount is available again.',
      paidSubject: 'We sent you {amount}',
      paidBody:
        'We sent {amount} from “{title}” to {account}. It can take a few days to show up. If you did not request it, tell us right away.',
      failedSubject: 'Your withdrawal of {amount} did not arrive',
      failedBody:
        'The bank did not accept {amount} from “{title}” for {account}. The amount is available again. Please check the account before you request it again.',
      sent: 'Sent on {date}. Bank reference: {reference}',
      number: 'Withdrawal number: {withdrawalId}',
    },
    bankAccount: {
      addedSubject: 'A bank account was added',
      addedBody:
        'The bank account {account} was added to your account to receive what your causes collect. We will not send money to it until our team has verified it.',
      verifiedSubject: 'A bank account was verified',
      verifiedBody: 'Our team has verified the bank account {account}. You can now request withdrawals to it.',
      refusedSubject: 'A bank account was not accepted',
      refusedBody:
        'Our team did not accept the bank account {account}. We will not send money to it. Cancel any withdrawal to it that is still waiting, and request it again to another account.',
      notYou:
        'If you did not add this bank account, somebody else may be using your account. Go to {url}, choose “Sign out everywhere”, and reply to this email right away: we will make sure that no money leaves.',
    },
    key: {
      subject: 'An API key was created for your organization',
      body: 'A new API key, {id}, was created for your organization. The key itself is never sent by email.',
      permissions: 'Permissions: {words}',
      anywhere: 'It can be used from any IP address.',
      addresses: 'It can be used from: {range}',
      waits: 'It does not work yet: a second person on our team has to approve it first.',
      replaces: 'It replaces the key {id}, which stops working on {date}.',
      approvedSubject: 'An API key of your organization was approved',
      approvedBody: 'The API key {id} of your organization was approved. It works from now on.',
      refusedSubject: 'An API key of your organization was not approved',
      refusedBody: 'The API key {id} of your organization was not approved. It has never worked and never will.',
      notYou: 'If nobody in your organization requested it, reply to this email right away: we will revoke the key.',
    },
    /** To the contact that a client had, about what was agreed with it. */
    terms: {
      subject: 'What is agreed for your organization has changed',
      intro: 'Our team changed what is agreed for your organization.',
      fee: 'The commission on causes and links created from now on is {value}. It was {previous}.',
      feeModels: {
        plus_gateway_costs:
          'On causes and links created from now on, the creator also pays the payment processing cost.',
        all_inclusive: 'On causes and links created from now on, the commission includes the payment processing cost.',
      },
      contact: 'From {date} on, emails about your keys and your agreement go to {email} instead of to you.',
      contactNow: 'Emails about your keys and your agreement now go to {email} instead of to you.',
      nobody: 'From {date} on, nobody gets emails about your keys and your agreement.',
      nobodyNow: 'From now on, nobody gets emails about your keys and your agreement.',
      object:
        'If your organization did not agree to this, reply to this email right away. Until {date} we can keep you as the contact.',
      notYou: 'If your organization did not agree to this, reply to this email right away.',
    },
    /** To the same, once staff stopped a new contact. */
    contactKept: {
      subject: 'You stay the contact of your organization',
      body: 'Our team stopped the change of contact. Emails about your keys and your agreement still go to you.',
      rest: 'Everything else that we wrote to you about that change still applies.',
    },
    signIn: {
      subject: '{code} is your sign-in code',
      code: 'Your code: {code}',
      where: 'Enter it on the page where you requested it. Or open this link on any device: {url}',
      short: 'Both are valid for {minutes}\u00a0minutes and can be used only once.',
      ignore:
        'If you did not request this, you can ignore this email: without the code or the link, nobody can sign in.',
    },
    newBrowser: {
      subject: 'New sign-in to your account',
      what: 'Someone signed in to your account with {browser} on {system}, on {date}. This is the first time we have seen this browser.',
      whatUnknown: 'Someone signed in to your account on {date}, with a browser we have not seen before.',
      you: 'If it was you, you do not need to do anything.',
      notYou:
        'If it was not you, open {url} and choose “Sign out everywhere”. Then change your email password: whoever signed in has read the code we sent you.',
    },
    passkeyChanged: {
      added: {
        subject: 'A passkey was added to your account',
        what: 'A passkey was added to your account on {date}. Your account was signed out everywhere else.',
      },
      removed: {
        subject: 'A passkey was removed from your account',
        what: 'A passkey was removed from your account on {date}. Your account was signed out everywhere else.',
      },
      you: 'If it was you, you do not need to do anything.',
      notYou:
        'If it was not you, sign in at {url}, remove passkeys that you do not know, choose “Sign out everywhere”, and reply to this email right away.',
    },
    passkeysRemoved: {
      subject: 'Your passkeys were removed',
      what: 'A member of our team removed the passkeys from your account and signed it out everywhere: {reason}',
      next: 'Sign in with a code as usual, and add a new passkey: {url}',
      notYou: 'If you did not request this, sign in now and tell our team right away.',
    },
  },
} as const;
