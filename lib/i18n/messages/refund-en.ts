/** The English texts of mails about money that was given back: that it was, and that it came back to us. */
export const refundEn = {
  email: {
    subject: 'We gave back {back}',
    whole: 'Your donation of {amount} to “{title}” has been given back, all of it.',
    part: 'Of your donation of {amount} to “{title}”, {back} has been given back. The rest stays with the cause.',
    where: 'The money goes to where it came from. Banks can take a few days to show it.',
    number: 'Payment number: {paymentId}',
  },
  returned: {
    subject: 'Our refund of {back} did not reach you',
    what: 'We told you that {back} of your payment of {amount} to “{title}” had been given back. Your bank has since sent that money back to us.',
    next: 'Nothing is lost: we are holding it for you and are looking for another way to return it. You do not have to do anything now; we may write to you to ask where it should go.',
  },
} as const;
