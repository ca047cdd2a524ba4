/** The English texts of the checkout: its form, its methods, and what became of a payment. */
export const checkoutEn = {
  checkout: {
    title: 'Donate to {cause}',
    /** In the browser's tab. */
    titles: {
      error: 'Error: {title}',
      declined: 'Payment declined',
    },
    donationTo: 'Donation to',
    with: 'with {partner}',
    expires: 'You can donate with this link until {date}.',
    noScript:
      'You need JavaScript to pay, and it is turned off or did not load. Turn it on and reload this page, or use another browser or phone. You have not been charged.',
    backToPartner: 'Return to {partner}',
    back: 'Return to the previous site',
    causePage: 'Visit the cause’s page',
    giveOnCausePage: 'Donate to this cause',
    secure: 'Your card details go straight to the payment company. We never see or store your card number.',
    amount: {
      legend: 'How much would you like to give?',
      other: 'Other amount',
      otherLabel: 'Amount in {currency}',
      otherHint: 'Whole numbers only, for example {example}.',
      echo: 'You will give {amount}.',
      echoWords: 'You will give {amount} ({words}).',
      muchMore:
        'This is {times, number} times the suggested {asked}. If that is what you want, thank you! If not, please check the zeros.',
      updated: 'The amount is now {amount}.',
    },
    details: {
      legend: 'Your details',
      name: 'Your name (optional)',
      email: 'Email (optional)',
      emailRequired: 'Email',
      emailHint: 'We will send your receipt here.',
      suggestion: 'Did you mean {email}?',
      useSuggestion: 'Use {email}',
      anonymous: 'Donate anonymously',
      anonymousHint:
        'Your name will not appear on the cause’s public page, and its organizers will not see your name or your email.',
      message: 'Add a message',
      messageLabel: 'Your message (optional)',
      messageHint: 'It will appear on the cause’s page, with your name if you give it. Up to 280\u00a0characters.',
    },
    /** Apple Pay and Google Pay, above the form. */
    express: {
      title: 'Pay with your wallet',
      details:
        'If you leave your name and email blank below, we will use the ones from your wallet and send your receipt to that email.',
      or: 'Or fill in the form',
    },
    payment: {
      legend: 'Payment',
      method: 'How would you like to pay?',
      card: 'Card',
      bank_transfer: 'Bank transfer (PSE)',
      wallet: 'Mercado Pago',
      from: 'from {min}',
      upTo: 'up to {max}',
      amountFirst: 'First choose an amount you can pay here.',
      loading: 'Loading the card form…',
      slow: 'This is taking longer than usual: the payment company or the connection is slow. The form will appear as soon as it loads.',
      /** Why the pay button is off. */
      off: {
        paused: 'Card payments are paused, so this button is off for now.',
        unavailable: 'You cannot pay this way right now, so this button is off.',
        slow: 'This button will work once the form loads.',
        over: 'You can pay this way now.',
      },
      notReady: 'The card form is still loading. Please wait a moment.',
      needsCookies:
        'Your browser is blocking cookies, and we need one to take your donation. Please allow cookies on this page and try again.',
      pay: 'Donate {amount}',
      payNoAmount: 'Donate',
      working: 'Your payment is being processed. Please keep this page open.',
      bankAsks: 'If your bank needs to confirm that it is you, its window will open over this page.',
      startedAgain: 'This payment was stopped',
      startedAgainBody:
        'You were not charged. The donation was changed somewhere else in the meantime, perhaps in another tab. To give {amount}, press the button again.',
    },
    /** A method's form that has several steps. */
    steps: {
      of: 'Step {step} of {steps}',
      payer: 'About you',
      bank: 'Your bank',
      review: 'Review and continue',
      continue: 'Continue',
      back: 'Back',
    },
    confirming: {
      title: 'Confirming your donation…',
      approved: 'Your payment was sent to the bank',
      checking: 'We are waiting for the confirmation',
      recorded: 'Your donation is recorded',
      safe: 'You can safely close this page: nothing will be lost, and you will not be charged twice.',
      mail: 'If you gave us your email, we will send your receipt there.',
      slow: 'This is taking longer than usual. We will keep checking. You can also come back to this page later.',
      /** The payment company cannot be reached: by what is known of the money. */
      unreachable: {
        charged:
          'Your payment went through. We cannot reach the payment company right now to record it, but we will keep trying.',
        unknown:
          'We cannot reach the payment company right now, so we do not know yet whether you were charged. We will keep checking. Please do not pay again until this page tells you.',
      },
      /** Whether this page can be closed: by what is known of the money. */
      close: {
        charged:
          'You can close this page: your donation will be recorded either way, and you will be charged only once.',
        unknown:
          'If you were charged, your donation counts even if you close this page. If you were not, come back to this page to try again.',
      },
      notYet: 'The payment has not arrived yet',
      notYetBody:
        'If you stopped, or your bank did not approve it, you were not charged and can try again. If you did pay, please wait a little: this page will keep checking.',
      again: 'Back to the payment',
      status: 'See the status of your donation',
    },
    /** What a donation was paid with: here, on the receipt and in its mail. */
    paidWith: {
      card: 'Card',
      cardEnding: '{brand} ending in {last4}',
      bank_transfer: 'Bank transfer (PSE)',
      bank: 'Bank transfer (PSE), {bank}',
      wallet: 'Mercado Pago',
    },
    completed: {
      title: 'Thank you for your donation',
      body: 'Your donation of {amount} to {cause} has arrived.',
      bodyNoAmount: 'Your donation to {cause} has arrived.',
      paid: 'You gave',
      cause: 'Cause',
      method: 'Paid with',
      date: 'Date',
      receipt: 'Receipt number',
      sent: 'We sent your receipt to {email}.',
      emailLabel: 'Where should we send your receipt?',
      emailHint: 'Your email address. We use it only to write to you about this donation.',
      emailSend: 'Send my receipt',
      statement: 'It will appear on your statement as “{descriptor}”.',
      again: 'Donate again',
      page: 'See and print your receipt',
      returning:
        '{seconds, plural, =0 {Taking you back to {partner}…} one {You will return to {partner} in #\u00a0second.} other {You will return to {partner} in #\u00a0seconds.}}',
      returningBack:
        '{seconds, plural, =0 {Taking you back to the previous site…} one {You will return to the previous site in #\u00a0second.} other {You will return to the previous site in #\u00a0seconds.}}',
      stay: 'Stay on this page',
      staying: 'You are staying on this page. Use the button when you are ready.',
    },
    completedElsewhere: {
      title: 'This donation was completed',
      body: 'This link was for one donation, and that donation has been made. You can give too: a new link is one tap away.',
      bodyNoCause:
        'This link was for one donation, and that donation has been made. If you want to give too, ask for a new link where you found this one.',
      own: 'Was it you? Thank you! You will find your receipt in your email, if you gave us one, and in the browser you paid with.',
    },
    expired: {
      title: 'This donation link has expired',
      body: 'It could be used until {date}. You were not charged.',
      bodyRefund: 'It could be used until {date}.',
      bodyStarted:
        'It could be used until {date}. A payment that was already started may still arrive. If it does, it will not count as a donation, and we will refund it.',
      next: 'If you still want to help, ask for a new link where you found this one.',
    },
    cancelled: {
      title: 'This donation was canceled',
      body: 'This link can no longer be used. You were not charged.',
      bodyRefund: 'This link can no longer be used.',
      bodyStarted:
        'This link can no longer be used. A payment that was already started may still arrive. If it does, it will not count as a donation, and we will refund it.',
      next: 'If you still want to help, ask for a new link where you found this one.',
    },
    notOpenYet: {
      title: 'This cause is not open yet',
      body: 'You can donate once it is published. You were not charged. Please come back later with this same link.',
      until: 'You can use this link until {date}.',
    },
    notAccepting: {
      title: 'This cause is not accepting donations',
      body: 'It is closed or paused, so you cannot donate here. You were not charged.',
      bodyRefund: 'It is closed or paused, so you cannot donate here.',
      bodyStarted:
        'It is closed or paused, so you cannot donate here. A payment that was already started may still arrive. If it does, it will count as a donation.',
    },
    noMethod: {
      title: 'There is no way to pay here right now',
      body: 'No payment method on this page accepts {currency} right now. You were not charged.',
      bodyRefund: 'No payment method on this page accepts {currency} right now.',
      bodyStarted:
        'No payment method on this page accepts {currency} right now. A payment that was already started may still arrive. If it does, it will count as a donation.',
    },
    /** Unmatched funds: money that completed nothing, and where it is now. */
    refund: {
      due: 'We are refunding {amount}',
      dueBody:
        'This payment arrived too late or was a duplicate, so it was not counted as a donation. The money is on its way back to the card or account you paid with.',
      done: '{amount} was refunded',
      doneBody:
        'This payment arrived too late or was a duplicate, so it was not counted as a donation. We sent the money back to the card or account you paid with. It can take a few days to show up.',
      mismatchDue:
        'The payment we received does not match this donation, so it was not counted. The money is on its way back to the card or account you paid with.',
      mismatchDone:
        'The payment we received did not match this donation, so it was not counted. We sent the money back to the card or account you paid with. It can take a few days to show up.',
      returned: 'Our refund of {amount} did not reach you',
      returnedBody:
        'We sent this money back to you, but your bank returned it to us. It is not lost: we are holding it for you and looking for another way to refund it. If you gave us your email, we will write to you if we need anything.',
      later: 'We will refund {amount}',
      laterBody:
        'This payment was not counted as a donation. We will send this money back to the card or account you paid with as soon as your bank has decided on your dispute.',
      disputed: 'Your bank is holding {amount}',
      disputedBody:
        'You disputed this payment with your bank, so it is holding the money until it decides. The payment was not counted as a donation. If your bank does not return the money to you, we will refund it.',
      held: 'Your bank is holding {amount} of this payment until it decides on your dispute.',
      returnedByBank: 'Your bank has already returned {amount} of this payment to you.',
      chargedBack: 'Your bank returned {amount} to you',
      chargedBackBody:
        'Your bank reversed this payment for you. It was not counted as a donation, and you will not be charged anything else.',
      doneByHandBody:
        'This payment was not counted as a donation. We could not refund it to the card or account you paid with, so we sent the money by bank transfer. It can take a few days to show up.',
      partByHand: 'We sent you {amount} of it by bank transfer.',
      unclaimed: 'We are holding {amount} for you',
      unclaimedBody:
        'This payment was not counted as a donation, and we could not send the money back to you. It is still yours: contact us and tell us where to send it.',
      unclaimedContact: 'Write to {email}, not to the organization: your bank details are for us alone.',
    },
    missing: {
      title: 'Part of this page did not load',
      body: 'Check your connection and try again. If you have already paid, your payment is safe and you will not be charged twice.',
    },
    unavailable: {
      title: 'We cannot show this donation right now',
      body: 'A service we rely on is not responding. Nothing is lost, and opening this page did not charge you. Please try again in a moment.',
    },
  },
  errors: {
    summary: 'Please check the following',
    amountEmpty: 'Enter an amount, or choose one of those suggested.',
    amountNotNumber: 'Enter the amount in numbers, for example {example}.',
    amountOtherCurrency: 'Donations here are in {currency}. Enter the amount in that currency, for example {example}.',
    amountMagnitude: 'Did you mean {amount}? If so, enter {example}.',
    amountNotWhole: 'Enter a whole amount without cents, for example {example}.',
    amountAmbiguous: 'Enter the amount without periods, commas or spaces, for example {example}.',
    amountTooSmall: 'The smallest amount you can give here is {min}.',
    amountTooLarge: 'The largest amount you can give here is {max}.',
    amountRefused: 'This amount cannot be paid this way. Choose another amount.',
    methodMissing: 'Choose how you would like to pay.',
    emailInvalid: 'Enter an email address like name@example.org, or leave it blank.',
    emailRequired: 'Enter your email address, for example name@example.org.',
    nameTooLong: 'Enter a name of up to 120\u00a0characters.',
    messageTooLong: 'Enter a message of up to 280\u00a0characters.',
    looksLikeCard: 'This looks like a card number. Enter it only in the card form.',
    refused: 'Please check this and try again.',
    offline: 'You seem to be offline. You were not charged. Check your connection and try again.',
    notSaved: 'We could not save your donation because the connection failed. You were not charged. Please try again.',
    notReached:
      'The connection failed, so your payment was not started. You were not charged. Please try again in a moment.',
    formSilent:
      'The card form did not respond. You were not charged. Please try again. If it happens again, reload this page.',
    gatewayDown: 'We cannot reach the payment company right now. You were not charged. Please try again in a moment.',
    tooMany:
      '{seconds, plural, =0 {There were too many attempts. You were not charged. Please try again later.} one {There were too many attempts. You were not charged. Please try again in #\u00a0second.} other {There were too many attempts. You were not charged. Please try again in #\u00a0seconds.}}',
    tooManyMinutes:
      '{minutes, plural, one {There were too many attempts. You were not charged. Please try again in #\u00a0minute.} other {There were too many attempts. You were not charged. Please try again in #\u00a0minutes.}}',
  },
  declines: {
    title: 'The payment did not go through',
    noMoney: 'You were not charged.',
    generic: 'Your bank did not approve this payment. Try another card, or contact your bank.',
    insufficientFunds: 'This card does not have enough funds for this donation. Try another card or a smaller amount.',
    limitExceeded: 'This card has reached its limit. Try another card or a smaller amount.',
    expiredCard: 'This card has expired. Use another card, or check the expiration date.',
    wrongNumber: 'The card number is incorrect. Check it and try again.',
    wrongCode: 'The security code is incorrect. It is the 3\u00a0digits on the back, or the 4 on the front.',
    wrongExpiry: 'The expiration date is incorrect. Check it and try again.',
    wrongPostalCode: 'The ZIP or postal code does not match the card. Check it and try again.',
    notSupported: 'This card cannot be used for this donation. Try another card.',
    currencyNotSupported: 'This card does not support this currency. Try another card.',
    authentication: 'Your bank could not confirm that it was you. Try again, or use another card.',
    processing: 'The bank had a problem processing this card. Try again in a moment.',
    duplicate: 'The same amount was paid with this card a moment ago. Check your statement before trying again.',
    tooMany: 'There were too many attempts with this card. Wait a little, or use another card.',
    incomplete: 'Check the card details: something is missing or incorrect.',
  },
  /** The gateway’s card form when it cannot be shown. */
  cardForm: {
    blocked: {
      title: 'The card form was blocked',
      body: 'The payment company is working, but something on this device or its network is blocking the form, usually an ad or content blocker. Allow {host} on this page and try again. You were not charged.',
    },
    broken: {
      title: 'The card form is not working right now',
      body: 'The payment company ({host}) is responding, but its form did not load completely or could not be shown. This usually passes quickly. You were not charged.',
    },
    offline: {
      title: 'You seem to be offline',
      body: 'The card form comes from {host} and could not load. Check your connection and try again. You were not charged.',
    },
    locked: {
      title: 'Card payments are paused here',
      body: 'Too many cards were declined recently, not necessarily yours. To protect cards from misuse, card payments are paused until {time}. You were not charged, and we kept your amount and your details.',
      opens:
        '{minutes, plural, one {The form will open again on its own in #\u00a0minute.} other {The form will open again on its own in #\u00a0minutes.}}',
      newLink: 'Rather not wait? You can give right away with a new link:',
    },
    refused: {
      title: 'We cannot show the card form right now',
    },
    retrying: 'We will keep trying. The form will appear as soon as it works.',
    slowWays: 'We are still waiting for it. You can also try again or continue another way.',
  },
  /** A field that people do not see: only robots fill it in. */
  honeypot: {
    field: 'Website (leave this blank)',
    title: 'We could not confirm that you are a person',
    body: 'A hidden field was filled in, perhaps by a password manager. We cleared it. You were not charged. Please press the button again.',
  },
  /** Payments that are finished elsewhere: at a bank or in a wallet. */
  redirect: {
    action: {
      bank_transfer: 'Continue to your bank',
      wallet: 'Continue to Mercado Pago',
    },
    leaving: {
      bank_transfer: 'Taking you to your bank…',
      wallet: 'Taking you to Mercado Pago…',
    },
    bounds: {
      card: 'By card you can give from {min} to {max}.',
      bank_transfer: 'By bank transfer you can give from {min} to {max}.',
      wallet: 'With Mercado Pago you can give from {min} to {max}.',
    },
    outOfBounds: 'This amount cannot be paid this way',
    changeAmount: 'Choose another amount above.',
    instead: {
      card: 'Pay by card instead',
      bank_transfer: 'Pay by bank transfer instead',
      wallet: 'Pay with Mercado Pago instead',
    },
    refusedDetails: 'The payment company did not accept these details. You were not charged. Check them and try again.',
    notOffered:
      'This payment method is no longer available because the link expires soon. You were not charged. Choose another payment method.',
    notOfferedAlone:
      'The link expires soon, so this payment can no longer be started. You were not charged. Ask for a new link where you found this one.',
    notReady: 'This payment method is still loading. Please wait a moment.',
    waiting: {
      bank_transfer: {
        title: 'Waiting for your bank to confirm',
        paid: 'If you approved the transfer, you do not need to do anything else. Banks can take a few minutes.',
        stopped: 'If you stopped before approving it, you were not charged. Continue at your bank, or pay another way.',
        continue: 'Continue at your bank',
        step: 'Your bank approves the transfer',
      },
      wallet: {
        title: 'Waiting for Mercado Pago to confirm',
        paid: 'If you paid, you do not need to do anything else. Mercado Pago can take a while to review a payment.',
        stopped:
          'If you stopped, or the payment was declined, you were not charged. Continue at Mercado Pago, or start again.',
        continue: 'Continue at Mercado Pago',
        step: 'Mercado Pago approves the payment',
      },
      recorded: 'Your donation is recorded',
      receipt: 'Your receipt is sent',
      other: 'Pay another way',
      twice:
        'If you pay another way, we will cancel this payment first. If both still go through, we will refund one of them.',
      unreachable:
        'We cannot reach the payment company right now, so we do not know yet whether you paid. We will keep checking. If you paid, please do not pay again.',
      notOpened: 'We could not open this payment right now. Please try again in a moment.',
      cannotContinue:
        'This payment can no longer be continued. If you stopped before paying, choose “Pay another way”.',
      again: 'Start again',
      twiceAgain:
        'If you start again, we will cancel this payment first. If both still go through, we will refund one of them.',
      cannotContinueAgain:
        'This payment can no longer be continued. If you stopped before paying, choose “Start again”.',
    },
    declined: {
      bank_transfer: {
        title: 'Your bank did not approve the transfer',
        body: 'It was declined, stopped, or timed out. You can try again, or pay another way.',
        retry: 'Try the transfer again',
      },
      wallet: {
        title: 'Mercado Pago did not approve the payment',
        body: 'It was declined, stopped, or timed out. You can try again.',
        retry: 'Try again with Mercado Pago',
      },
    },
    wallet: {
      account: 'You need a Mercado Pago account. You can pay with your balance or with a card saved there.',
      next: 'On the next page, you will sign in and confirm. Then you will come back here.',
    },
    pse: {
      next: 'On the next page, you will approve the transfer at your bank. Then you will come back here.',
      why: 'PSE requires these details from everyone who pays from a bank account. They go to the payment company and your bank. We keep only your name, your email and the name of your bank.',
      holderLegend: 'Account holder',
      addressLegend: 'Address of the account holder',
      review: {
        amount: 'Amount',
        bank: 'Bank',
        address: 'Address',
        receipt: 'Receipt',
        change: 'Change',
      },
      noBanks: 'We could not load the list of banks',
      noBanksBody:
        'It is needed to start a transfer. You were not charged. We will keep trying, and the list will appear as soon as it is there.',
      bank: 'Bank or wallet you are paying from',
      chooseBank: 'Choose your bank',
      personType: 'The account belongs to',
      individual: 'A person',
      association: 'A company or organization',
      documentType: 'Identity document',
      documents: {
        CC: 'Citizenship card (CC)',
        CE: 'Foreign resident card (CE)',
        NIT: 'Tax ID (NIT)',
        TI: 'Minor’s identity card (TI)',
        PAS: 'Passport (PAS)',
        TE: 'Foreign identity card (TE)',
        RC: 'Civil registration (RC)',
        DI: 'Other identity document (DI)',
      },
      documentNumber: 'Document number',
      documentWhy: 'PSE asks for it so that your bank knows whose account it is.',
      firstName: 'First name',
      lastName: 'Last name',
      associationNameHint: 'The name of the person who represents the organization.',
      phone: 'Phone',
      phoneHint: 'Ten digits, for example 301 234 5678.',
      street: 'Street and number',
      streetHint: 'For example Calle 93 # 11‑27.',
      neighborhood: 'Neighborhood',
      city: 'City or town',
      zipCode: 'Postal code',
      zipCodeHint: 'Five or six digits, for example 110111.',
      errors: {
        bank: 'Choose your bank.',
        personType: 'Choose who the account belongs to.',
        documentType: 'Choose the identity document.',
        documentNumber: 'Enter the document number.',
        documentNumberInvalid: 'Enter the document number using only digits and letters.',
        firstName: 'Enter the first name.',
        lastName: 'Enter the last name.',
        phone: 'Enter a ten-digit phone number.',
        street: 'Enter the street and number.',
        streetNumber: 'Enter the number too, for example Calle 93 # 11‑27. If there is none, write S/N at the end.',
        streetTooLong:
          'Shorten the address: up to {name} characters before the number, and {number} for the number. Leave out the building, and abbreviate words.',
        neighborhood: 'Enter the neighborhood.',
        city: 'Enter the city or town.',
        zipCode: 'Enter a five- or six-digit postal code.',
        tooLong: '{name}: use {max}\u00a0characters at most.',
        invalid: '{name}: check this and enter it again.',
      },
    },
  },
  /** Payments that somebody else decides, and what may come of them. */
  waiting: {
    processing: {
      title: 'Your card payment is being processed',
      step: 'The payment company is processing your card',
      body: 'This can take a few minutes, rarely longer. You do not need to do anything else. Please do not pay again.',
    },
    cardFailed: 'The payment company could not complete your card payment. Try again, or use another card.',
    cardRetry: 'Try the card again',
    nothingPaid: {
      title: 'There is no payment at Mercado Pago yet',
      body: 'If you stopped there or left, you were not charged. Continue at Mercado Pago, or start again. If you just paid, it can take a moment to show up. This page will keep checking.',
      step: 'You pay at Mercado Pago',
    },
    notCancelled: {
      bank_transfer: 'We could not cancel your bank transfer',
      wallet: 'We could not cancel your Mercado Pago payment',
      body: 'Your card was not charged. Leave the first payment unfinished, and press the button again to pay by card. If both go through, we will refund one of them.',
    },
  },
  /** Going on with a donation on another device. */
  device: {
    phone: 'Continue on your phone',
    other: 'Continue on another device',
    how: 'Scan this code with the camera of your other device, or open the link there. It leads to this same donation.',
    howByLink: 'Open this link on your other device. It leads to this same donation.',
    code: 'QR code that opens this donation on another device',
    link: 'Link to this donation',
  },
  /** Telling others about a cause. */
  share: {
    title: 'Tell others about this cause',
    message: 'Take a look at “{cause}”. You can donate here:',
    button: 'Share',
    whatsapp: 'WhatsApp',
    email: 'By email',
    link: 'Link to this cause’s page',
  },
} as const;
