/** The English texts of what every page shares: the frame, the front page, the pages of errors. */
export const uiEn = {
  ui: {
    testBanner: 'This is a test page. No money will be taken.',
    language: 'Language',
    skipToContent: 'Skip to the main content',
    copy: 'Copy',
    copied: 'Copied',
    copySelected: 'The address is selected: copy it.',
    tryAgain: 'Try again',
    brand: 'Donations',
    pages: 'More pages',
    home: 'Home',
    documentation: 'Documentation',
    signIn: 'Sign in',
  },
  /** Who receives the money, and where to ask. */
  trust: {
    title: 'About your donation',
    service: 'this donation service',
    before: {
      goesTo: 'Your donation goes to this cause.',
      goesThrough: 'Your donation goes to this cause through {receiver}.',
      commission: '{percent} of it goes to {service}; you pay nothing on top.',
      commissionAndCosts:
        '{percent} of it goes to {service}, and the payment company keeps its fee. You pay nothing on top.',
      costs: 'The payment company keeps its fee. You pay nothing on top.',
      nothing: 'All of it reaches the cause. You pay nothing on top.',
    },
    after: {
      goesTo: 'Your donation went to this cause.',
      goesThrough: 'Your donation went to this cause through {receiver}.',
      commission: '{percent} of it went to {service}; you paid nothing on top.',
      commissionAndCosts:
        '{percent} of it went to {service}, and the payment company kept its fee. You paid nothing on top.',
      costs: 'The payment company kept its fee. You paid nothing on top.',
      nothing: 'All of it reached the cause. You paid nothing on top.',
    },
    terms: 'Terms',
    privacy: 'Privacy',
    contact: 'Questions? {email}',
  },
  home: {
    title: 'Donations, made simple',
    body: 'We take donations for causes in Latin America and beyond, by card, bank transfer or digital wallet.',
    donorTitle: 'You want to donate',
    donorBody:
      'Open the link you were sent. It takes you straight to the cause. You are not charged until you confirm.',
    creatorTitle: 'You raise money for a cause',
    creatorBody: 'Sign in to see your donations, keep donors up to date, and withdraw the money.',
    partnerTitle: 'You work with our API',
    partnerBody: 'Create causes and donation links from your own site. Our team gives you your keys.',
    documentation: 'Read the documentation',
    receiptTitle: 'You have a receipt',
    receiptBody: 'Check that it is genuine, and whether any of the donation has been refunded since.',
    staffTitle: 'You are on our team',
    staffBody: 'Sign in with your work email to see what is waiting for you.',
  },
  /** Pages that cannot be shown, or do not exist. */
  pageErrors: {
    unexpectedTitle: 'Something went wrong on our side',
    unexpectedBody: 'We could not show this page. Please try again in a moment.',
    busyTitle: 'One moment, please',
    busyBody: 'We are getting a lot of visits right now. This page will open on its own in a few seconds.',
    notFoundTitle: 'This page does not exist',
    notFoundBody:
      'Check that the address is complete. If you followed a link, ask the person who sent it for a new one.',
    notFoundHome: 'Go to the home page',
  },
} as const;
