/** What a donor may say about themselves, and to the cause. */
export type Details = { name: string; email: string; anonymous: boolean; message: string };
/** What is wrong with them, by field. */
export type DetailErrors = { [Field in 'name' | 'email' | 'message']?: DetailError | undefined };
/** Why a detail is refused: the key of its message under `errors`. */
export type DetailError =
  | ('emailInvalid' | 'emailRequired' | 'nameTooLong' | 'messageTooLong' | 'looksLikeCard')
  /** By the server alone. */
  | 'refused';

/** What is wrong with a name; undefined when it may be sent. */
export function checkName(name: string): DetailError | undefined {
  if (holdsCardNumber(name)) return 'looksLikeCard';
  return [...name.trim()].length > 120 ? 'nameTooLong' : undefined;
}

/** What is wrong with an email; empty is fine. As permissive as the server (ruling 31). */
export function checkEmail(email: string): DetailError | undefined {
  const address = email.trim();
  if (address === '') return undefined;
  if (holdsCardNumber(address)) return 'looksLikeCard';
  const shaped = /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}.]+(\.[^\s@\p{Cc}\p{Cf}.]+)+$/u.test(address);
  // Brackets, commas and their like would make it several addresses, or another one.
  const unambiguous = !/[()<>[\]:;,\\"]/.test(address.replace(/^"(.+)"@/, '$1@'));
  const isFine = shaped && unambiguous && isDomain(address.slice(address.lastIndexOf('@') + 1));
  return isFine && [...address].length <= 254 ? undefined : 'emailInvalid';
}

/** Whether an international domain is the name of one, as the server asks (`asciiDomain` in lib/email-key.ts). */
function isDomain(domain: string): boolean {
  if (!/[^\0-\x7f]|(^|\.)xn--/i.test(domain)) return true;
  if (/[^\w.\-\x80-\u{10ffff}]/u.test(domain)) return false;
  try {
    return /^[\w-]+(\.[\w-]+)+$/.test(new URL(`http://${domain}`).hostname);
  } catch {
    return false;
  }
}

/** What is wrong with a message, of at most 280 code points as on the server. */
export function checkMessage(message: string): DetailError | undefined {
  if (holdsCardNumber(message)) return 'looksLikeCard';
  return [...message.trim()].length > 280 ? 'messageTooLong' : undefined;
}

/**
 * Whether the digits of a text begin with a card number, however they are grouped: 13 to 19 of them, with a right check digit.
 * Its date and code may follow.
 */
export function holdsCardNumber(text: string): boolean {
  return (text.match(/\d[\d\s.-]{11,}\d/g) ?? []).some((run) => {
    let digits = '';
    return run.split(/\D+/).some((group) => {
      digits += group;
      return digits.length > 12 && digits.length < 20 && passesLuhn(digits);
    });
  });
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
