// The 3-D Secure page inside Stripe.js' dialog: sends the donor's choice, then tells the page that opened it.
// That page's origin stands in the address and every message goes to it alone.

const parentOrigin = new URLSearchParams(location.hash.slice(1)).get('origin') ?? location.origin;
const form = document.querySelector('form');
const tell = (type) => window.parent.postMessage({ stripeEmulator: 'challenge', type }, parentOrigin);

async function finish(outcome) {
  for (const button of document.querySelectorAll('button')) button.disabled = true;
  try {
    await fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ outcome }) });
  } finally {
    tell('finished');
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void finish(event.submitter?.value ?? 'fail');
});

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void finish('fail');
});

// The dialog's own closing (Escape outside this frame) arrives as a message.
window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.origin !== parentOrigin) return;
  if (event.data?.stripeEmulator === 'challenge' && event.data.type === 'close') void finish('fail');
});

document.querySelector('button').focus();
tell('ready');
