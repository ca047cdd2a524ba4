import type { Clock } from './clock.ts';

/** A request that an emulator received, as tests and people may see it: card data and secrets are masked. */
type LoggedRequest = {
  number: number;
  /** Virtual time, ISO 8601. */
  at: string;
  emulator: string;
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** 0 when the connection was reset instead of answered. */
  status: number;
  durationMs: number;
};

/** The last requests, oldest first. */
export type RequestLog = {
  add(entry: Omit<LoggedRequest, 'number' | 'at'>): void;
  entries(filter?: { emulator?: string; path?: string; method?: string }): LoggedRequest[];
  clear(): void;
};

const KEPT = 2000;

/** Creates the log; it lives in memory and keeps the last 2000 requests. */
export function createRequestLog(clock: Clock): RequestLog {
  let entries: LoggedRequest[] = [];
  let number = 0;
  return {
    add(entry) {
      number += 1;
      entries.push({
        ...entry,
        number,
        at: new Date(clock.now()).toISOString(),
        path: maskText(entry.path),
        headers: maskHeaders(entry.headers),
        body: maskText(entry.body),
      });
      if (entries.length > KEPT) entries = entries.slice(-KEPT);
    },
    entries: (filter = {}) =>
      entries.filter(
        (entry) =>
          (filter.emulator === undefined || entry.emulator === filter.emulator) &&
          (filter.path === undefined || entry.path.includes(filter.path)) &&
          (filter.method === undefined || entry.method === filter.method),
      ),
    clear() {
      entries = [];
    },
  };
}

function maskHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      name === 'authorization' || name === 'cookie' ? [name, maskSecret(value)] : [name, value],
    ),
  );
}

/** Enough of a key to recognise it: `Bearer sk_test_…ator`. */
function maskSecret(value: string): string {
  const start = /^((?:Bearer|Basic) )?((?:sk|rk|pk)_test_|TEST-|APP_USR-)?/i.exec(value)?.[0] ?? '';
  return `${start}…${value.slice(-4)}`;
}

/** Hides card numbers, security codes and client secrets in paths, form bodies and JSON. */
function maskText(text: string): string {
  return text
    .replace(/(card(?:\]|%5D)?(?:\[|%5B)(?:number|cvc)(?:\]|%5D)=)[^&]*/gi, '$1…')
    .replace(/("(?:card_number|security_code|number|cvc|cvv)"\s*:\s*")[^"]*/gi, '$1…')
    .replace(/\b\d(?:[ -]?\d){12,18}\b/g, (digits) => (passesLuhn(digits) ? '…' : digits))
    .replace(/(_secret_)[A-Za-z0-9]+/g, '$1…');
}

function passesLuhn(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
