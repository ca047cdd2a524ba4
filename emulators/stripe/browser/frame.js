// The Payment Element inside its frame. Talks to the page that embeds it (its origin stands in the address, and
// only messages of that window and origin count) and sends card data straight to the API, never to the page.
import { drawBrand } from './frame-brands.js';
import {
  brandOf,
  checkCode,
  checkExpiry,
  checkNumber,
  digitsOf,
  formatExpiry,
  formatNumber,
} from './frame-card.js';
import { TEXTS } from './frame-texts.js';

const pageOrigin = new URLSearchParams(location.hash.slice(1)).get('origin') ?? '';
const root = document.documentElement;
const form = document.getElementById('card');
const fields = ['number', 'expiry', 'cvc'].map((name) => document.getElementById(name));
const [number, expiry, cvc] = fields;
const checks = {
  number: () => checkNumber(number.value),
  expiry: () => checkExpiry(expiry.value),
  cvc: () => checkCode(cvc.value, number.value),
};
const OFFERED = ['visa', 'mastercard', 'amex'];
const THEMES = ['night', 'flat'];

let settings = null;
let texts = TEXTS.en;
let lastChange = '';
let expiryBefore = '';

function tell(type, payload) {
  window.parent.postMessage({ stripeEmulator: 'element', type, payload }, pageOrigin);
}

function showProblem(field, code) {
  const problem = document.getElementById(`${field.name}-problem`);
  problem.textContent = code === null ? '' : (texts[code] ?? '');
  if (code === null) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  } else {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', problem.id);
  }
}

function showBrand() {
  const brand = brandOf(digitsOf(number.value)).name;
  const shown = brand === 'unknown' ? (number.value === '' ? OFFERED : ['unknown']) : [brand];
  const holder = document.getElementById('brands');
  if (holder.dataset.shown === shown.join()) return;
  holder.dataset.shown = shown.join();
  holder.replaceChildren(...shown.map(drawBrand));
}

function tellChange() {
  const empty = fields.every((field) => field.value === '');
  const complete = Object.values(checks).every((check) => check() === null);
  const state = `${empty} ${complete}`;
  if (state === lastChange) return;
  lastChange = state;
  tell('change', { empty, complete, collapsed: false, value: { type: 'card' } });
}

/** Rewrites a field as formatted and keeps the caret behind the same digit. */
function rewrite(field, formatted) {
  const caret = field.selectionStart ?? field.value.length;
  const atEnd = caret === field.value.length;
  const digitsBefore = digitsOf(field.value.slice(0, caret)).length;
  if (field.value === formatted) return;
  field.value = formatted;
  if (atEnd || document.activeElement !== field) return;
  let position = 0;
  for (let seen = 0; position < formatted.length && seen < digitsBefore; position += 1) {
    if (/\d/.test(formatted[position])) seen += 1;
  }
  field.setSelectionRange(position, position);
}

number.addEventListener('input', (event) => {
  rewrite(number, formatNumber(number.value));
  showBrand();
  cvc.maxLength = brandOf(digitsOf(number.value)).code;
  const typed = event.inputType === 'insertText' && number.selectionStart === number.value.length;
  const problem = checks.number();
  showProblem(number, problem === 'incorrect_number' ? problem : null);
  if (typed && problem === null) expiry.focus();
});

expiry.addEventListener('input', (event) => {
  rewrite(expiry, formatExpiry(expiry.value, expiryBefore));
  expiryBefore = expiry.value;
  const problem = checks.expiry();
  showProblem(expiry, problem === 'incomplete_expiry' ? null : problem);
  if (event.inputType === 'insertText' && problem === null) cvc.focus();
});

cvc.addEventListener('input', () => {
  rewrite(cvc, digitsOf(cvc.value).slice(0, cvc.maxLength));
  showProblem(cvc, null);
});

for (const field of fields) {
  field.addEventListener('input', tellChange);
  field.addEventListener('blur', () => showProblem(field, field.value === '' ? null : checks[field.name]()));
}

document.addEventListener('focusin', (event) => {
  if (event.relatedTarget === null) tell('focus', {});
});
document.addEventListener('focusout', (event) => {
  if (event.relatedTarget === null) tell('blur', {});
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell('escape', {});
});
form.addEventListener('submit', (event) => event.preventDefault());

/** Shows every problem and answers the first as a StripeError, or null. */
function validate() {
  let first = null;
  for (const field of fields) {
    const code = checks[field.name]();
    showProblem(field, code);
    if (code !== null && first === null) first = { field, code };
  }
  if (first === null) return null;
  if (document.hasFocus()) first.field.focus();
  return { type: 'validation_error', code: first.code, message: texts[first.code] };
}

function cardParams(prefix) {
  const [month, year] = [digitsOf(expiry.value).slice(0, 2), digitsOf(expiry.value).slice(2, 4)];
  const name = (part) => (prefix === '' ? part.replace(/^\[(\w+)\]/, '$1') : prefix + part);
  return {
    [name('[type]')]: 'card',
    [name('[card][number]')]: digitsOf(number.value),
    [name('[card][exp_month]')]: month,
    [name('[card][exp_year]')]: year,
    [name('[card][cvc]')]: cvc.value,
  };
}

async function post(path, params) {
  const body = new URLSearchParams({ key: settings.key, ...params });
  try {
    const response = await fetch(path, { method: 'POST', body });
    return await response.json();
  } catch {
    return { error: { type: 'api_connection_error', message: texts.connection } };
  }
}

function submitCard(path, params) {
  const problem = validate();
  return problem === null ? post(path, params) : { error: problem };
}

const calls = {
  update: (next) => apply(next),
  submit() {
    const problem = validate();
    return problem === null ? { selectedPaymentMethod: 'card' } : { error: problem };
  },
  confirm: ({ id, params }) =>
    submitCard(`/v1/payment_intents/${encodeURIComponent(id)}/confirm`, {
      ...params,
      ...cardParams('payment_method_data'),
    }),
  createPaymentMethod: ({ params }) => submitCard('/v1/payment_methods', { ...params, ...cardParams('') }),
  focus: () => number.focus(),
  blur: () => document.activeElement?.blur(),
  clear() {
    for (const field of fields) {
      field.value = '';
      showProblem(field, null);
    }
    showBrand();
    tellChange();
  },
};

function apply(next) {
  settings = next;
  texts = TEXTS[next.locale] ?? TEXTS.en;
  root.lang = next.locale;
  for (const label of document.querySelectorAll('[data-text]')) label.textContent = texts[label.dataset.text];
  expiry.placeholder = texts.expiryHint;
  cvc.placeholder = texts.cvcHint;
  for (const field of fields) {
    field.disabled = next.readOnly === true;
    if (field.getAttribute('aria-invalid') === 'true') showProblem(field, checks[field.name]());
  }
  const { theme, variables = {}, rules = {} } = next.appearance;
  if (THEMES.includes(theme)) root.dataset.theme = theme;
  else delete root.dataset.theme;
  root.removeAttribute('style');
  for (const [name, value] of Object.entries(variables)) {
    if (/^[a-zA-Z]+$/.test(name)) root.style.setProperty(`--${name}`, String(value));
  }
  root.style.setProperty('--backdrop', next.backdrop);
  for (const selector of ['.Label', '.Input']) {
    for (const [name, value] of Object.entries(rules[selector] ?? {}))
      root.style.setProperty(`--${selector.slice(1)}-${name}`, String(value));
  }
}

async function open(first) {
  apply(first);
  showBrand();
  const params = new URLSearchParams({ key: first.key, client_secret: first.clientSecret ?? '' });
  let answer;
  try {
    answer = await (await fetch(`/emu/elements/session?${params}`)).json();
  } catch {
    answer = { error: { type: 'api_connection_error', message: texts.connection } };
  }
  if (answer.error !== undefined) tell('loaderror', { error: answer.error });
  else tell('ready', {});
}

window.addEventListener('message', async (event) => {
  if (event.source !== window.parent || event.origin !== pageOrigin) return;
  const message = event.data;
  if (message?.stripeEmulator !== 'element') return;
  if (message.type === 'init') {
    await open(message.payload);
    return;
  }
  if (!Object.hasOwn(calls, message.type)) return;
  const payload = await calls[message.type](message.payload);
  window.parent.postMessage(
    { stripeEmulator: 'element', type: 'answer', call: message.call, payload },
    pageOrigin,
  );
});

new ResizeObserver(() => tell('height', Math.ceil(document.body.getBoundingClientRect().height))).observe(
  document.body,
);
tell('loaded');
