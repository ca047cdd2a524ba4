// Card numbers, expiry dates and security codes as they are typed: formatting and checks. Pure functions.

const BRANDS = [
  { name: 'amex', start: /^3[47]/, lengths: [15], groups: [4, 6, 5], code: 4 },
  { name: 'mastercard', start: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'visa', start: /^4/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'discover', start: /^(6011|64|65)/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'diners', start: /^(30|36|38)/, lengths: [14, 16], groups: [4, 6, 4], code: 3 },
  { name: 'jcb', start: /^35/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'unionpay', start: /^62/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3], code: 3 },
];
const UNKNOWN = { name: 'unknown', lengths: [16], groups: [4, 4, 4, 4, 3], code: 4 };

export const digitsOf = (text) => text.replace(/\D/g, '');

export function brandOf(digits) {
  return BRANDS.find(({ start }) => start.test(digits)) ?? UNKNOWN;
}

export function formatNumber(text) {
  const brand = brandOf(digitsOf(text));
  const digits = digitsOf(text).slice(0, Math.max(...brand.lengths));
  const parts = [];
  let from = 0;
  for (const size of digits.length === 16 && brand.name === 'diners' ? [4, 4, 4, 4] : brand.groups) {
    if (from < digits.length) parts.push(digits.slice(from, from + size));
    from += size;
  }
  return parts.join(' ');
}

/** `4` becomes `04 / `, `1228` and `12/2028` become `12 / 28`. `before` tells typing from deleting. */
export function formatExpiry(text, before = '') {
  const deleting = text.length < before.length;
  const separated = /^\s*(\d)\s*[/-]/.exec(text);
  let digits = digitsOf(separated === null ? text : `0${text.trim()}`);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (digits.length === 6 && /^\d{2}20/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  if (digits.length > 2) return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  if (digits.length < 2) return digits;
  return deleting ? digits : `${digits} / `;
}

/** The problem with a field, as an error code, or null. */
export function checkNumber(text) {
  const digits = digitsOf(text);
  if (digits === '' || !brandOf(digits).lengths.includes(digits.length)) return 'incomplete_number';
  return passesLuhn(digits) ? null : 'incorrect_number';
}

export function checkExpiry(text, today = new Date()) {
  const digits = digitsOf(text);
  if (digits.length < 4) return 'incomplete_expiry';
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2, 4));
  if (month < 1 || month > 12) return 'invalid_expiry_month';
  if (year < today.getFullYear() || year > today.getFullYear() + 50) return 'invalid_expiry_year_past';
  return year === today.getFullYear() && month < today.getMonth() + 1 ? 'invalid_expiry_month_past' : null;
}

export function checkCode(text, number) {
  const brand = brandOf(digitsOf(number));
  const wanted = brand.name === 'unknown' ? [3, 4] : brand.name === 'amex' ? [3, 4] : [3];
  return wanted.includes(digitsOf(text).length) ? null : 'incomplete_cvc';
}

function passesLuhn(digits) {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
