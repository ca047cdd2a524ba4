import { accountEn } from './account-en.ts';
import { cardFormEn } from './card-form-en.ts';
import { causeEn } from './cause-en.ts';
import { dashboardEn } from './dashboard-en.ts';
import { deviceEn } from './device-en.ts';
import { givenBackEn } from './given-back-en.ts';
import { ownCauseEn } from './own-cause-en.ts';
import { ownPaymentsEn } from './own-payments-en.ts';
import { passkeyEn } from './passkey-en.ts';
import { payoutEn } from './payout-en.ts';
import { personEn } from './person-en.ts';
import { receiptEn } from './receipt-en.ts';
import { redirectEn } from './redirect-en.ts';
import { refundEn } from './refund-en.ts';
import { safetyEn } from './safety-en.ts';
import { shareEn } from './share-en.ts';
import { signInEn } from './sign-in-en.ts';
import { staffApprovalsEn } from './staff-approvals-en.ts';
import { staffDisputesEn } from './staff-disputes-en.ts';
import { staffMoneyEn } from './staff-money-en.ts';
import { staffPartnersEn } from './staff-partners-en.ts';
import { staffReconciliationEn } from './staff-reconciliation-en.ts';
import { staffRecordsEn } from './staff-records-en.ts';
import { waitingEn } from './waiting-en.ts';
import { withdrawalEn } from './withdrawal-en.ts';

/** The English texts, in ICU syntax, grouped by surface: the source that every other language follows key by key. */
export const en = {
  ui: {
    testBanner: 'This is a test page. No money will be taken.',
    language: 'Language',
    skipToContent: 'Skip to the main content',
    copy: 'Copy',
    copied: 'Copied',
    copySelected: 'The address is selected: copy it.',
    tryAgain: 'Try again',
    homeTitle: 'Donations, made simple',
    homeBody:
      'Here people give to causes they care about. If someone sent you a donation link, open it: it leads straight to the cause.',
    homePartners: 'If you raise funds for causes, your keys and the documentation come from our team.',
  },
  checkout: {
    title: 'Donate to {cause}',
    donationTo: 'Donation to',
    with: 'with {partner}',
    expires: 'You can donate with this link until {date}.',
    noScript:
      'Paying needs JavaScript, which is switched off or did not load. Switch it on and open this page again, or use another browser or phone. No money has been taken.',
    backToPartner: 'Return to {partner}',
    back: 'Return to the previous site',
    causePage: 'Visit the page of this cause',
    secure: 'Card details go straight to the payment company. We never see or keep your card number.',
    amount: {
      legend: 'How much would you like to give?',
      other: 'Other amount',
      otherLabel: 'Amount in {currency}',
      otherHint: 'Whole numbers only, for example {example}.',
      echo: 'You will give {amount}.',
      echoWords: 'You will give {amount} ({words}).',
      muchMore:
        'This is {times, number} times the suggested {asked}. If that is what you want, thank you. Otherwise check the zeros.',
      saving: 'Updating the amount…',
      updated: 'The amount is now {amount}.',
    },
    details: {
      legend: 'Your details',
      name: 'Your name (optional)',
      email: 'Email (optional)',
      emailRequired: 'Email',
      emailHint: 'Your receipt is sent here.',
      suggestion: 'Did you mean {email}?',
      useSuggestion: 'Use {email}',
      anonymous: 'Give anonymously',
      anonymousHint:
        'The public page of the cause will not show your name. Its organisers then see neither your name nor your email.',
    },
    payment: {
      legend: 'Payment',
      method: 'How would you like to pay?',
      card: 'Card',
      bank_transfer: 'Bank transfer (PSE)',
      wallet: 'Mercado Pago',
      loading: 'Loading the card form…',
      slow: 'This takes longer than usual. The connection may be slow; the form appears as soon as it is here.',
      renewed: 'The amount changed, so the card form is new. Please enter your card again.',
      notReady: 'The card form is still loading. Please wait a moment.',
      needsCookies:
        'Your browser blocks cookies, and we need one to take your donation. Please allow cookies for this page and try again.',
      pay: 'Donate {amount}',
      working: 'Your payment is being processed. Please keep this page open.',
      bankAsks: 'If your bank wants to confirm that it is you, its window opens over this page.',
      amountMoved: 'The amount is now {amount}',
      amountMovedBody:
        'It was changed elsewhere, perhaps in another tab. Nothing was charged. Check the amount, enter your card again and confirm.',
      startedAgain: 'The payment had to be started again',
      startedAgainBody:
        'You are charged once at most: if the first try still arrives, it is the one that counts. The amount is {amount}: enter your card again and confirm.',
    },
    confirming: {
      title: 'Confirming your donation…',
      approved: 'Your payment was sent to the bank',
      checking: 'We are waiting for the confirmation',
      recorded: 'Your donation is recorded',
      safe: 'It is safe to close this page: nothing is lost, and nothing is charged twice.',
      mail: 'If you gave an email, your receipt is sent there.',
      slow: 'This takes longer than usual. We keep looking; you can also come back to this address later.',
      unreachable: 'We cannot reach the payment company just now. Your donation is not lost; we keep asking.',
      notYet: 'The payment has not arrived',
      notYetBody:
        'If you stopped, or your bank did not approve it, no money was taken and you can try again. If you did pay, wait a little: this page keeps looking.',
      again: 'Back to the payment',
      status: 'See where your donation stands',
    },
    completed: {
      title: 'Thank you for your donation',
      body: 'Your {amount} for {cause} has arrived.',
      bodyNoAmount: 'Your donation to {cause} has arrived.',
      paid: 'You gave',
      cause: 'Cause',
      receipt: 'Receipt number',
      keep: 'Keep this number if you ever want to ask about your donation.',
      page: 'See and print your receipt',
      returning:
        '{seconds, plural, one {You return to {partner} in # second.} other {You return to {partner} in # seconds.}}',
      returningBack:
        '{seconds, plural, one {You return to the previous site in # second.} other {You return to the previous site in # seconds.}}',
      stay: 'Stay on this page',
      staying: 'You stay here. Use the button when you are ready.',
    },
    expired: {
      title: 'This donation link has expired',
      body: 'It was open until {date}. No money was taken.',
      bodyRefund: 'It was open until {date}.',
      next: 'If you still want to help, ask for a new link where you found this one.',
    },
    cancelled: {
      title: 'This donation was cancelled',
      body: 'This link can no longer be used. No money was taken.',
      bodyRefund: 'This link can no longer be used.',
      next: 'If you still want to help, ask for a new link where you found this one.',
    },
    notOpenYet: {
      title: 'This cause is not open yet',
      body: 'Donations start once it is published. No money was taken. Please come back later with this same link.',
    },
    notAccepting: {
      title: 'This cause is not taking donations',
      body: 'It has closed or paused its collection, so nothing can be paid here. No money was taken.',
    },
    noMethod: {
      title: 'There is no way to pay here yet',
      body: 'This cause collects in {currency}, and no payment method on this page can take it. No money was taken.',
    },
    refund: {
      due: 'We are giving {amount} back',
      dueBody:
        'This money came too late or twice, so it was not kept. It is on its way back to where it came from.',
      done: '{amount} was given back',
      doneBody:
        'This money came too late or twice, so it was returned to where it came from. Banks can take a few days to show it.',
    },
    missing: {
      title: 'Part of this page did not arrive',
      body: 'Check your connection and load the page again. If you have already paid, your payment is safe and will not be taken twice.',
    },
    trouble: {
      title: 'We cannot show this donation just now',
      body: 'Something we need cannot be reached. Nothing is lost and nothing was charged by opening this page. Please try again in a moment.',
    },
  },
  redirect: redirectEn,
  receipt: receiptEn,
  cardForm: cardFormEn,
  device: deviceEn,
  waiting: waitingEn,
  givenBack: givenBackEn,
  share: shareEn,
  person: personEn,
  withdrawal: withdrawalEn,
  safety: safetyEn,
  refund: refundEn,
  staff: {
    approvals: staffApprovalsEn,
    partners: staffPartnersEn,
    money: staffMoneyEn,
    records: staffRecordsEn,
    ...staffDisputesEn,
    reconciliation: staffReconciliationEn,
  },
  signIn: signInEn,
  account: accountEn,
  passkey: passkeyEn,
  dashboard: dashboardEn,
  ownCause: ownCauseEn,
  cause: causeEn,
  ownPayments: ownPaymentsEn,
  payout: payoutEn,
  declines: {
    title: 'The payment did not go through',
    noMoney: 'No money was taken.',
    generic: 'Your bank did not approve this payment. Try another card, or ask your bank.',
    insufficientFunds:
      'There is not enough money on this card for the donation. Try another card or a smaller amount.',
    limitExceeded: 'The limit of this card has been reached. Try another card or a smaller amount.',
    expiredCard: 'This card has expired. Use another card, or check the expiry date.',
    wrongNumber: 'The card number is not right. Check it and try again.',
    wrongCode: 'The security code is not right. It is the 3 digits on the back, or the 4 on the front.',
    wrongExpiry: 'The expiry date is not right. Check it and try again.',
    wrongPostalCode: 'The postal code does not match the card. Check it and try again.',
    notSupported: 'This card cannot be used for this donation. Try another card.',
    currencyNotSupported: 'This card does not support this currency. Try another card.',
    authentication: 'Your bank could not confirm that it was you. Try again, or use another card.',
    processing: 'The bank had a problem processing this card. Try again in a moment.',
    duplicate:
      'The same amount was paid with this card a moment ago. Check your statement before trying again.',
    tooMany: 'This card was tried too often. Wait a little, or use another card.',
    incomplete: 'Check the card details: something is missing or not right.',
  },
  errors: {
    summary: 'Please check the following',
    amountEmpty: 'Enter an amount, or choose one of those above.',
    amountNotNumber: 'Enter the amount in numbers, for example {example}.',
    amountNotWhole: 'Enter a whole amount without cents, for example {example}.',
    amountAmbiguous: 'Write the amount without points or commas, for example {example}.',
    amountTooSmall: 'The smallest amount that can be paid here is {min}.',
    amountTooLarge: 'The largest amount that can be paid here is {max}.',
    amountRefused: 'This amount cannot be paid this way. Choose another amount.',
    emailInvalid: 'Enter an email address like name@example.org, or leave it empty.',
    emailRequired: 'Enter your email address, for example name@example.org.',
    nameTooLong: 'Enter a name of at most 120 characters.',
    looksLikeCard: 'This looks like a card number. Enter it only in the card form.',
    refused: 'This was not accepted. Check it and try again.',
    offline: 'You seem to be offline. Nothing was charged. Check your connection and try again.',
    notSaved:
      'Your changes could not be saved, because we could not be reached. Nothing was charged. Try again.',
    gatewayDown:
      'The payment company cannot be reached just now. Nothing was charged. Please try again in a moment.',
    tooMany:
      '{seconds, plural, =0 {There were too many attempts. Nothing was charged. Please try again later.} one {There were too many attempts. Nothing was charged. Please try again in # second.} other {There were too many attempts. Nothing was charged. Please try again in # seconds.}}',
    tooManyMinutes:
      '{minutes, plural, one {There were too many attempts. Nothing was charged. Please try again in # minute.} other {There were too many attempts. Nothing was charged. Please try again in # minutes.}}',
    unexpectedTitle: 'Something went wrong on our side',
    unexpectedBody: 'We could not show this page. Please try again in a moment.',
    notFoundTitle: 'This page does not exist',
    notFoundBody:
      'Check that the address is complete. If you followed a link, ask whoever gave it to you for a new one.',
  },
  email: {
    greeting: 'Hello {name},',
    greetingNoName: 'Hello,',
    signature: 'Thank you for being here.',
    ownerProvisionedSubject: 'Your account for raising funds is ready',
    ownerProvisionedBody:
      'An account was opened in your name with this address, so that you can follow the causes created for you. You need no password: we send you a link when you sign in.',
    ownerProvisionedIgnore: 'If you did not expect this message, you can ignore it.',
    causeCreatedSubject: 'A cause was created in your name',
    causeCreatedBody:
      'The cause “{title}” was created in your name. It is a draft: nobody else sees it until it is published.',
    causeCreatedLink: 'Once it is published, everyone finds it here: {causeUrl}',
    causesCreatedSubject: 'More causes were created in your name',
    causesCreatedBody:
      '{count, plural, one {Since our last messages, one more cause was created in your name. It is a draft: nobody else sees it until it is published.} other {Since our last messages, # more causes were created in your name. They are drafts: nobody else sees them until they are published.}}',
    causesCreatedLink: 'You find all of your causes here: {url}',
    donationCompletedSubject: 'Your donation of {amount}',
    donationCompletedBody: 'Thank you. Your donation of {amount} to “{title}” arrived on {date}.',
    donationCompletedReceipt: 'Receipt number: {paymentId}',
    donationCompletedKeep: 'Keep this message: it is your receipt.',
    donationCompletedPage: 'Your receipt, to print or to download: {receiptUrl}',
    donationCompletedPrivate:
      'It stays there for good. Keep the address to yourself: whoever has it can read your receipt.',
    donationRefundedSubject: 'We gave back {amount}',
    donationRefundedBody:
      'Your payment of {amount} to “{title}” could not be kept, because it came too late or twice. We have returned all of it to where it came from. Banks can take a few days to show it.',
    donationRefundedReceipt: 'Payment number: {paymentId}',
  },
} as const;
