// The Payment Element inside its frame. It sends card data straight to the API, never to the page.
import { openSession, serve, tell } from './element-frame.js';
import { drawBrand } from './frame-brands.js';
import { brandOf, checkCode, checkExpiry, checkNumber, digitsOf, formatExpiry, formatNumber } from './frame-card.js';
import { TEXTS } from './frame-texts.js';

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

let settings = null;
let texts = TEXTS.en;
let lastChange = '';
let expiryBefore = '';

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
  holder.textContent = '';
  holder.append(...shown.map(drawBrand));
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

function cardParams() {
  const [month, year] = [digitsOf(expiry.value).slice(0, 2), digitsOf(expiry.value).slice(2, 4)];
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(number.value),
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': year,
    'payment_method_data[card][cvc]': cvc.value,
  };
}

async function confirm({ id, params }) {
  const problem = validate();
  if (problem !== null) return { error: problem };
  const body = new URLSearchParams({ key: settings.key, ...params, ...cardParams() });
  try {
    const path = `/v1/payment_intents/${encodeURIComponent(id)}/confirm`;
    return await (await fetch(path, { method: 'POST', body })).json();
  } catch {
    return { error: { type: 'api_connection_error', message: texts.connection } };
  }
}

function submit() {
  const problem = validate();
  return problem === null ? { selectedPaymentMethod: 'card' } : { error: problem };
}

function apply(next) {
  settings = next;
  texts = TEXTS[next.locale] ?? TEXTS.en;
  root.lang = next.locale;
  for (const label of document.querySelectorAll('[data-text]')) label.textContent = texts[label.dataset.text];
  expiry.placeholder = texts.expiryHint;
  cvc.placeholder = texts.cvcHint;
  for (const field of fields) {
    if (field.getAttribute('aria-invalid') === 'true') showProblem(field, checks[field.name]());
  }
  const { theme, variables = {}, rules = {} } = next.appearance;
  if (theme === 'night') root.dataset.theme = theme;
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
  const answer = await openSession(first.key);
  if (answer.error !== undefined) tell('loaderror', { error: answer.error });
  else tell('ready', {});
}

serve({ init: open, update: apply, submit, confirm });
