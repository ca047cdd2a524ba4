/** The English texts of signing in: its pages and its mail. */
export const signInEn = {
  title: 'Sign in',
  intro: 'Write your email address. We send you a code and a link: no password is needed.',
  email: 'Email',
  emailHint: 'The address at which you heard from us about your cause or your account.',
  send: 'Send me a code',
  sentTitle: 'Check your mail',
  sentBody:
    'If {email} has an account here, a message with a code and a link is on its way. It can take a minute.',
  code: 'Code',
  codeHint: '{digits} digits, valid for {minutes} minutes.',
  enter: 'Sign in',
  orLink: 'Or open the link in the message, here or on another device.',
  nothing: 'Nothing has come? Look in the spam folder, and check that the address is the right one.',
  again: 'Send another code',
  other: 'Use another address',
  linkTitle: 'Sign in as {name}?',
  linkBody: 'You opened the link that was sent to {email}.',
  linkWarning: 'If it was not you who asked for it, close this page. Nothing happens then.',
  signedOut: 'You are signed out.',
  ended:
    'You were signed out, because nothing had come from you for a while or because the session had reached its end. Sign in to go on where you were.',
  endedKept:
    'Your session had ended, so nothing has been done yet. Sign in: what you typed is kept, and you can send it again.',
  proveTitle: 'Is it still you?',
  proveBody:
    'This is about money or access, and you signed in a while ago. Prove once more that it is you; what you typed is kept.',
  proveMail: 'We send a code and a link to {email}.',
  proveBack: 'Go back without it',
  faults: {
    email: 'Write an email address, such as name@example.org.',
    wrong:
      'That is not the code. {left, plural, one {You can try once more.} other {You can try # more times.}}',
    over: 'This code or link can no longer be used: each works once, for {minutes} minutes. Ask for another one.',
  },
  mail: {
    subject: '{code} is your code to sign in',
    code: 'Your code: {code}',
    where: 'Type it into the page where you asked for it. Or open this link, on any device: {url}',
    short: 'Both are valid for {minutes} minutes, and only once.',
    ignore: 'If it was not you who asked, you can ignore this message: without it nobody can sign in.',
  },
} as const;
