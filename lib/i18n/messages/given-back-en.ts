/** The English texts of money that was not what was asked for, and goes back. */
export const givenBackEn = {
  mismatchDue:
    'What arrived is not what this donation asked for, so it was not kept. It is on its way back to where it came from.',
  mismatchDone:
    'What arrived was not what this donation asked for, so it was returned to where it came from. Banks can take a few days to show it.',
  mailBody:
    'We received {amount} for “{title}”, which is not what the donation asked for, so it could not be kept. We have returned all of it to where it came from. Banks can take a few days to show it.',
} as const;
