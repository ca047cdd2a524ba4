// The Express Checkout Element inside its frame: the button of a test wallet, where control has put one into the browser.
// It talks to the page that embeds it, as the Payment Element does.

const pageOrigin = new URLSearchParams(location.hash.slice(1)).get('origin') ?? '';
const button = document.getElementById('pay');
const NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' };
const ACTIONS = {
  en: (wallet) => `Donate with ${wallet}`,
  es: (wallet) => `Donar con ${wallet}`,
  pt: (wallet) => `Doar com ${wallet}`,
};

let wallet = null;

function tell(type, payload) {
  window.parent.postMessage({ stripeEmulator: 'element', type, payload }, pageOrigin);
}

function apply({ locale, appearance }) {
  document.documentElement.lang = locale;
  const { borderRadius } = appearance.variables ?? {};
  if (borderRadius !== undefined) document.documentElement.style.setProperty('--borderRadius', borderRadius);
  if (wallet !== null) button.textContent = ACTIONS[locale](NAMES[wallet.type]);
}

async function open(settings) {
  const params = new URLSearchParams({ key: settings.key });
  const answer = await fetch(`/emu/elements/session?${params}`)
    .then((response) => response.json())
    .catch(() => ({ error: { type: 'api_connection_error', message: 'The emulator cannot be reached.' } }));
  if (answer.error !== undefined) {
    tell('loaderror', { error: answer.error });
    return;
  }
  const offered = settings.paymentMethods ?? {};
  const option = { apple_pay: 'applePay', google_pay: 'googlePay' }[answer.wallet?.type];
  wallet = option !== undefined && offered[option] !== 'never' ? answer.wallet : null;
  button.hidden = wallet === null;
  apply(settings);
  const none = {
    amazonPay: false,
    applePay: false,
    googlePay: false,
    klarna: false,
    link: false,
    paypal: false,
  };
  tell('ready', { availablePaymentMethods: wallet === null ? undefined : { ...none, [option]: true } });
}

button.addEventListener('click', () => tell('click', { expressPaymentType: wallet.type }));

window.addEventListener('message', async (event) => {
  if (event.source !== window.parent || event.origin !== pageOrigin) return;
  const message = event.data;
  if (message?.stripeEmulator !== 'element') return;
  if (message.type === 'init') {
    await open(message.payload);
    return;
  }
  if (message.type === 'update') apply(message.payload);
  if (message.type === 'focus') button.focus();
  window.parent.postMessage({ stripeEmulator: 'element', type: 'answer', call: message.call }, pageOrigin);
});

new ResizeObserver(() => tell('height', Math.ceil(document.body.getBoundingClientRect().height))).observe(
  document.body,
);
tell('loaded');
