/** The English texts of the mails that tell people what was done in their name, so that they notice what was not theirs. */
export const safetyEn = {
  bankAccount: {
    addedSubject: 'A bank account was added',
    addedBody:
      'The bank account {account} was added to your account, to receive what your causes collect. No money is sent to it before our team has verified it.',
    verifiedSubject: 'A bank account was verified',
    verifiedBody: 'Our team has verified the bank account {account}. You can now ask for withdrawals to it.',
    refusedSubject: 'A bank account was not accepted',
    refusedBody: 'Our team did not accept the bank account {account}. No money is sent to it.',
    notYou:
      'If you did not add this bank account, somebody else may be using your account. Go to {url}, choose “Sign out everywhere”, and answer this message at once: we will see to it that no money leaves.',
  },
  key: {
    subject: 'An API key was made for your organisation',
    body: 'A new API key, {id}, was made for your organisation. The key itself is never sent by mail.',
    permissions: 'What it may do: {words}',
    anywhere: 'It can be used from any address.',
    addresses: 'It can be used from: {range}',
    waits: 'It does not work yet: a second person of our team has to approve it first.',
    notYou: 'If nobody in your organisation asked for it, answer this message at once: we will stop the key.',
  },
} as const;
