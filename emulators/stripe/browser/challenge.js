// The 3-D Secure page inside Stripe.js' dialog: sends the donor's choice, then tells the page that opened it.
import { ask } from './dialog-frame.js';

ask('challenge', 'fail', (outcome) => {
  for (const button of document.querySelectorAll('button')) button.disabled = true;
  return fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ outcome }) });
});
