import { listsEn } from './messages/en/lists.ts';

type Lists = (typeof listsEn)['lists'];

/** The text of a gateway's code for a decline or an error, if we know it: a key of `lists.codes`. */
export function knownCode(code: string): keyof Lists['codes'] | undefined {
  return known(listsEn.lists.codes, code);
}

/** The text of a kind of gateway event: a key of `lists.events`. */
export function knownEvent(type: string): keyof Lists['events'] | undefined {
  return known(listsEn.lists.events, type.replaceAll('.', '_'));
}

/** The text of a mail's template: a key of `lists.mails`. */
export function knownMail(template: string): keyof Lists['mails'] | undefined {
  return known(listsEn.lists.mails, template);
}

function known<T extends object>(texts: T, key: string): keyof T | undefined {
  return Object.hasOwn(texts, key) ? (key as keyof T) : undefined;
}

/** The name of a gateway account: `Stripe`, `Mercado Pago CO`. */
export function gatewayName(gateway: string): string {
  const [, brand = '', country] = /^(stripe|mercado-pago)(?:-([a-z]{2}))?$/.exec(gateway) ?? [];
  const name = { stripe: 'Stripe', 'mercado-pago': 'Mercado Pago' }[brand] ?? gateway;
  return country === undefined ? name : `${name} ${country.toUpperCase()}`;
}
