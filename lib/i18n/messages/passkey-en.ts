/** The English texts of confirming with a passkey, and of adding one. */
export const passkeyEn = {
  askTitle: 'Confirm with your passkey',
  askBody:
    'Your device asks for your fingerprint, face or PIN, or for your security key. We never see those.',
  use: 'Use my passkey',
  addTitle: 'Add a passkey',
  addBody:
    'Your device makes the passkey and keeps it. It asks for your fingerprint, face or PIN, which we never see.',
  addNeeded:
    'Staff need a passkey besides the code from the mail: whoever reads your mail does not get in with that alone.',
  add: 'Add a passkey',
  waiting: 'Follow your device…',
  failed: 'That did not work, or it was cancelled. Try again.',
  refused: 'This passkey was not accepted. Try again.',
  unsupported: 'This browser cannot use passkeys. Open the page in a current browser, or on your phone.',
  noScript:
    'This step needs JavaScript, because the browser itself talks to your device. Switch it on and load the page again.',
  lost: 'Have you lost your passkey? A member of our staff can remove it; you then add a new one.',
  other: 'Sign in with another account',
} as const;
