// A page in Stripe.js' dialog that asks the donor. The origin of the page that opened it stands in the address, and every
// message goes to it alone.

const parentOrigin = new URLSearchParams(location.hash.slice(1)).get('origin') ?? location.origin;

/**
 * Tells the page which button of the form the donor chose, once `before` is done. Escape and the dialog's own closing count
 * as `otherwise`. The buttons are disabled in the page until this has run: their form alone would tell nobody.
 */
export function ask(kind, otherwise, before = async () => {}) {
  async function finish(outcome) {
    try {
      await before(outcome);
    } finally {
      const message = { stripeEmulator: kind, type: 'finished', payload: outcome };
      window.parent.postMessage(message, parentOrigin);
    }
  }
  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void finish(event.submitter?.value ?? otherwise);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') void finish(otherwise);
  });
  // The dialog's own closing arrives as a message.
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== parentOrigin) return;
    if (event.data?.stripeEmulator === kind && event.data.type === 'close') void finish(otherwise);
  });
  for (const button of document.querySelectorAll('button')) button.disabled = false;
  document.querySelector('button').focus();
}
