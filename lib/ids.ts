import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE36 = BASE62.slice(0, 10) + BASE62.slice(36);

/** The type prefix of every identifier (specification 1.11; ruling 70). */
const PREFIXES = {
  checkoutLink: 'chl_',
  payment: 'pay_',
  client: 'clt_',
  apiKey: 'key_',
  account: 'acc_',
  gatewayEvent: 'evt_',
  email: 'eml_',
  auditEntry: 'aud_',
  receipt: 'rct_',
  ledgerTransaction: 'ltx_',
  bankAccount: 'ba_',
  withdrawal: 'wd_',
  refund: 'ref_',
  refundApproval: 'rfa_',
  manualRefund: 'mrf_',
  writeOff: 'wof_',
  termsChange: 'ter_',
  dispute: 'dsp_',
  ledgerCheck: 'lck_',
  reconciliation: 'rec_',
  acknowledgement: 'ack_',
  session: 'ses_',
  passkey: 'psk_',
  signInChallenge: 'sic_',
  formResult: 'frm_',
  cardPause: 'cps_',
  causeUpdate: 'upd_',
  causePicture: 'pic_',
  payoutBatch: 'bat_',
  note: 'note_',
  erasedDonor: 'era_',
} as const;

/** 24 characters of 62 are 142 bits: nobody can guess an id, which protects the public view of a link. */
const ID_LENGTH = 24;

/** A new opaque identifier such as `chl_4fJ…`. */
export function newId(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomText(BASE62, ID_LENGTH);
}

/** Whether a text has the form of an id of this kind; it need not exist. */
export function isIdOf(kind: keyof typeof PREFIXES, text: string): boolean {
  const [prefix, rest] = [text.slice(0, PREFIXES[kind].length), text.slice(PREFIXES[kind].length)];
  return prefix === PREFIXES[kind] && rest.length === ID_LENGTH && /^[0-9A-Za-z]+$/.test(rest);
}

/**
 * The id of this kind that a parameter of an address begins with, else the text as it is. A bank may add its own parameters with
 * another question mark, and a messenger takes the full stop of a sentence for the end of the address. Of a parameter that is given
 * twice, as by a partner who appends the link's id to an address that has it, the first counts.
 */
export function idAtStart(
  kind: keyof typeof PREFIXES,
  parameter: string | readonly string[] | undefined,
): string | undefined {
  const text = typeof parameter === 'object' ? parameter[0] : parameter;
  if (text === undefined) return undefined;
  const [id = ''] = /^\w+/.exec(text) ?? [];
  return isIdOf(kind, id) ? id : text;
}

const ALL_PREFIXES = Object.keys(PREFIXES) as (keyof typeof PREFIXES)[];

/** Whether a text has the form of an id of any kind. */
export function isId(text: string): boolean {
  return ALL_PREFIXES.some((kind) => isIdOf(kind, text));
}

/** Whether a text has the form of a cause's key: lower-case words, at least one letter, and a suffix of eight characters; at most 49. */
export function isCauseKey(text: string): boolean {
  return text.length <= 49 && /^(?=[\d-]*[a-z])[0-9a-z]+(?:-[0-9a-z]+)*-[0-9a-z]{8}$/.test(text);
}

/** The secret part of an API key: 32 base62 characters (ruling 26). */
export function newKeySecret(): string {
  return randomText(BASE62, 32);
}

/** The random suffix of a cause's key: lower case, so that the URL can be read aloud. */
export function newKeySuffix(): string {
  return randomText(BASE36, 8);
}

/** Digits and letters that no bank changes and nobody confuses, as in receipt numbers. */
const UNMISTAKABLE = '23456789CDFHJKMNPQRTVWX';

/** The reference of a transfer in a bank's file and statement: `W` and eleven characters, found again in any case. */
export function newTransferReference(): string {
  return `W${randomText(UNMISTAKABLE, 11)}`;
}

function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
