/** The English texts for when the processor's card form cannot be shown. */
export const cardFormEn = {
  blocked: {
    title: 'The card form was blocked',
    body: 'The payment company is working, but something on this device or in its network keeps its form away: usually an ad or content blocker. Allow {host} for this page and try again. Nothing was charged.',
  },
  broken: {
    title: 'The card form is not working just now',
    body: 'The payment company ({host}) answers, but its form did not arrive whole or could not be shown. This is usually over soon. Nothing was charged.',
  },
  offline: {
    title: 'You seem to be offline',
    body: 'The card form comes from {host} and could not load. Check your connection and try again. Nothing was charged.',
  },
  locked: {
    title: 'Card payments are paused here',
    body: 'Too many cards were declined lately, not necessarily yours. To protect cards from misuse, you can pay by card again at {time}. No money was taken, and your amount and your details are kept.',
  },
  refused: { title: 'The card form cannot be shown just now' },
  slowWays: 'We keep waiting for it. You can also try again, or go on another way.',
} as const;
