/** The English texts of the payments that are finished elsewhere: at a bank or in a wallet. */
export const redirectEn = {
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
  amountMovedBody:
    'It was changed elsewhere, perhaps in another tab. Nothing was charged. Check the amount and confirm again.',
  refusedDetails:
    'The payment company did not accept these details. Nothing was charged. Check them and try again.',
  notOffered:
    'This way to pay is not available any more, because the link ends soon. Nothing was charged. Choose another way to pay.',
  notReady: 'This way to pay is still loading. Please wait a moment.',
  waiting: {
    bank_transfer: {
      title: 'Your bank has not told us yet',
      paid: 'If you approved the transfer, there is nothing left to do. Banks can take a few minutes.',
      stopped:
        'If you stopped before approving it, no money was taken: go on at your bank, or pay another way.',
      continue: 'Continue at your bank',
      step: 'Your bank approves the transfer',
    },
    wallet: {
      title: 'Mercado Pago has not told us yet',
      paid: 'If you paid, there is nothing left to do. Mercado Pago can take a while to check a payment.',
      stopped:
        'If you stopped, or the payment was rejected, no money was taken: go on at Mercado Pago, or pay another way.',
      continue: 'Continue at Mercado Pago',
      step: 'Mercado Pago approves the payment',
    },
    recorded: 'Your donation is recorded',
    receipt: 'Your receipt is sent',
    other: 'Pay another way',
    twice:
      'If you pay another way, we call this payment off first. Should both arrive all the same, we give one of them back.',
    cannotContinue:
      'This payment cannot be continued. Nothing was charged. Start again with “Pay another way”.',
  },
  declined: {
    bank_transfer: {
      title: 'Your bank did not approve the transfer',
      body: 'It was declined or stopped, or the time for it ran out. You can try again, or pay another way.',
      retry: 'Try the transfer again',
    },
    wallet: {
      title: 'Mercado Pago did not approve the payment',
      body: 'It was rejected or stopped, or the time for it ran out. You can try again.',
      retry: 'Try again with Mercado Pago',
    },
  },
  wallet: {
    account:
      'You need an account at Mercado Pago. There you pay with your balance or with a card you keep in it.',
    next: 'On the next page you sign in and confirm. Afterwards you come back here.',
  },
  pse: {
    next: 'On the next page you approve the transfer at your bank. Afterwards you come back here.',
    why: 'PSE requires these details from everyone who pays from a bank account. They go to the payment company and your bank; we keep only your name and email.',
    bankLegend: 'Your bank',
    holderLegend: 'Account holder',
    addressLegend: 'Address of the account holder',
    noBanks: 'The list of banks cannot be reached',
    noBanksBody: 'Without it no transfer can be started. Nothing was charged. Please try again in a moment.',
    bank: 'Bank or wallet that you pay from',
    chooseBank: 'Choose your bank',
    personType: 'The account belongs to',
    individual: 'A person',
    association: 'A company or organisation',
    documentType: 'Identity document',
    documents: {
      CC: 'Citizenship card (CC)',
      CE: 'Foreigner’s card (CE)',
      NIT: 'Tax number (NIT)',
      TI: 'Minor’s identity card (TI)',
      PAS: 'Passport (PAS)',
      TE: 'Foreign identity card (TE)',
      RC: 'Civil registry (RC)',
      DI: 'Other identity document (DI)',
    },
    documentNumber: 'Document number',
    documentNumberHint: 'Without points or spaces.',
    firstName: 'First names',
    lastName: 'Last names',
    associationNameHint: 'Of the person who acts for the organisation.',
    phone: 'Phone',
    phoneHint: 'Ten digits, for example 301 234 5678.',
    street: 'Street',
    streetHint: 'For example Calle 93.',
    streetNumber: 'Number',
    streetNumberHint: 'For example 11‑27.',
    neighborhood: 'Neighbourhood',
    city: 'City or town',
    zipCode: 'Postal code',
    zipCodeHint: 'Five digits, for example 11001. If yours has six, the first five.',
    errors: {
      bank: 'Choose your bank.',
      personType: 'Choose whom the account belongs to.',
      documentType: 'Choose the identity document.',
      documentNumber: 'Enter the number of the document.',
      documentNumberInvalid: 'Enter the document number with digits and letters only.',
      firstName: 'Enter the first names.',
      lastName: 'Enter the last names.',
      phone: 'Enter a phone number of ten digits.',
      street: 'Enter the street.',
      streetNumber: 'Enter the number of the address.',
      neighborhood: 'Enter the neighbourhood.',
      city: 'Enter the city or town.',
      zipCode: 'Enter a postal code of five digits.',
      tooLong: '{name}: at most {max} characters. Shorten it, please.',
      invalid: '{name}: this cannot be sent. Write it again, please.',
    },
  },
} as const;
