/** The English texts of one’s own account: sessions, passkeys and the mails about them. */
export const accountEn = {
  sessions: {
    title: 'Where you are signed in',
    caption: 'Your sessions, the one seen last first',
    browser: 'Browser',
    named: '{browser} on {system}',
    unknown: 'An unknown browser',
    begun: 'Signed in',
    seen: 'Last seen',
    thisOne: 'This browser',
    endColumn: 'What to do',
    end: 'End this one',
    endAllTitle: 'A lost phone or computer',
  },
  newBrowser: {
    subject: 'New sign-in to your account',
    what: 'Somebody signed in to your account with {browser} on {system}, on {date}. It is the first time we see this browser.',
    whatUnknown:
      'Somebody signed in to your account on {date}, with a browser that we see for the first time.',
    you: 'If it was you, there is nothing to do.',
    notYou:
      'If it was not you, open {url} and choose “Sign out everywhere”. Then change the password of your mailbox: whoever signed in has read the code that we sent there.',
  },
  passkeys: {
    title: 'Passkeys',
    intro:
      'A passkey stays on your phone, computer or security key and opens with your fingerprint, face or PIN. Once you have one, a code from your mail alone lets nobody in.',
    caption: 'Your passkeys, the oldest first',
    empty: 'You have no passkey yet.',
    added: 'Added',
    used: 'Last used',
    add: 'Add a passkey',
    remove: 'Remove',
  },
  lost: {
    title: 'Somebody has lost their passkey',
    intro:
      'First make sure that it is really them, in some other way than by mail. Their passkeys are removed, their sessions end and they are told by mail; with the next sign-in they can add a new one.',
    email: 'Email of the account',
    reason: 'Why, and how you made sure',
    submit: 'Remove their passkeys',
  },
  passkeysRemoved: {
    subject: 'Your passkeys were removed',
    what: 'A member of our staff has removed the passkeys of your account and ended its sessions: {reason}',
    next: 'Sign in with a code as usual, and add a new passkey: {url}',
    notYou: 'If you did not ask for this, sign in now and tell our team at once.',
  },
  /** Of its forms. */
  notices: {
    sessionEnded: 'The session is ended.',
    passkeyAdded: 'The passkey is added. From now on you are asked for it.',
    passkeyRemoved: 'The passkey is removed.',
    passkeysRemoved: 'The passkeys are removed, and their holder is told by mail.',
  },
  faults: {
    noAccount: 'No account has this address.',
    noPasskey: 'This account has no passkey.',
    lastPasskey: 'Staff need a passkey here: add another one before you remove this one.',
    passkeyRefused: 'This passkey was not accepted. Try again.',
  },
} as const;
