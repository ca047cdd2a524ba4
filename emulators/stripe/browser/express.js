// The Express Checkout Element inside its frame: the button of a test wallet, where control has put one into the browser.
import { openSession, serve, tell } from './element-frame.js';

const button = document.getElementById('pay');
const NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' };
const ACTIONS = {
  en: (wallet) => `Donate with ${wallet}`,
  es: (wallet) => `Donar con ${wallet}`,
  pt: (wallet) => `Doar com ${wallet}`,
};

let wallet = null;

function apply({ locale, appearance }) {
  document.documentElement.lang = locale;
  const { borderRadius } = appearance.variables ?? {};
  if (borderRadius !== undefined) document.documentElement.style.setProperty('--borderRadius', borderRadius);
  if (wallet !== null) button.textContent = ACTIONS[locale](NAMES[wallet.type]);
}

async function open(settings) {
  const answer = await openSession(settings.key);
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

serve({ init: open, update: apply });
