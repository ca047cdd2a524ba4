/** The English texts of money that does not count: not what was asked for, come back to us, or taken back by a bank. */
export const givenBackEn = {
  mismatchDue:
    'What arrived is not what this donation asked for, so it was not kept. It is on its way back to where it came from.',
  mismatchDone:
    'What arrived was not what this donation asked for, so it was returned to where it came from. Banks can take a few days to show it.',
  returned: 'Our refund of {amount} came back to us',
  returnedBody:
    'We had sent this money back, and your bank returned it to us. Nothing is lost: we are holding it for you and are looking for another way to return it. You do not have to do anything now.',
  chargedBack: 'Your bank has returned {amount} to you',
  chargedBackBody:
    'Your bank took this payment back from us on your behalf. It was not counted as a donation, and nothing more will be charged.',
  mailBody:
    'We received {amount} for “{title}”, which is not what the donation asked for, so it could not be kept. We have returned all of it to where it came from. Banks can take a few days to show it.',
} as const;
