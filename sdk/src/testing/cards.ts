/** The processor's test card numbers, by what they do. */
export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  lost: '4000000000009987',
  stolen: '4000000000009979',
  expired: '4000000000000069',
  wrongCode: '4000000000000127',
  processingError: '4000000000000119',
  asksForApproval: '4000000000003220',
  declinedAfterApproval: '4000008400001629',
} as const;
