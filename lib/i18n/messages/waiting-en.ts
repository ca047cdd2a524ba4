/** The English texts of waiting for a payment that somebody else decides, and of what may come of it. */
export const waitingEn = {
  processing: {
    title: 'Your card payment is being processed',
    step: 'The payment company is processing your card',
    body: 'This can take a few minutes, rarely longer. There is nothing left for you to do: do not pay again.',
  },
  cardFailed: 'The payment company could not complete the card payment. Try again, or use another card.',
  cardRetry: 'Try the card again',
  nothingPaid: {
    title: 'There is no payment at Mercado Pago yet',
    body: 'If you stopped there or left, no money was taken: go on at Mercado Pago, or pay another way. If you have just paid, it can take a moment to show: this page keeps looking.',
    step: 'You pay at Mercado Pago',
  },
  beside: {
    bank_transfer: 'Your bank transfer could not be called off',
    wallet: 'Your payment at Mercado Pago could not be called off',
    body: 'Nothing was charged to your card. Leave the first payment unfinished and press the button again to pay by card. Should both arrive, we give one of them back.',
  },
} as const;
