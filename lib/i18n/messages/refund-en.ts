/** The English texts of the mail about money that staff gave back after it had counted. */
export const refundEn = {
  email: {
    subject: 'We gave back {back}: {title}',
    whole: 'Your donation of {amount} to “{title}” has been given back, all of it.',
    part: 'Of your donation of {amount} to “{title}”, {back} has been given back. The rest stays with the cause.',
    where: 'The money goes to where it came from. Banks can take a few days to show it.',
    number: 'Payment number: {paymentId}',
  },
} as const;
