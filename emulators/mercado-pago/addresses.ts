/** Adds parameters to an address that may have a query and a fragment; the rest stays byte for byte. */
export function withQuery(address: string, params: Record<string, string>): string {
  const hash = address.indexOf('#');
  const base = hash === -1 ? address : address.slice(0, hash);
  const fragment = hash === -1 ? '' : address.slice(hash);
  const query = new URLSearchParams(params).toString();
  const joint = !base.includes('?') ? '?' : base.endsWith('?') || base.endsWith('&') ? '' : '&';
  return `${base}${joint}${query}${fragment}`;
}

/** Whether a text is an address that a browser can open. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
