/** Folders of pages and files: requests below them count together. */
export const FOLDERS: readonly string[] = [
  ...(['_next', 'c', 'checkout', 'dashboard', 'docs', 'pictures', 'qa', 'receipt', 'receipts', 'sdk'] as const),
  ...(['sign-in', 'verify'] as const),
];
/** Paths that count by themselves. */
export const PATHS: readonly string[] = ['/', '/healthz', '/llms.txt', '/openapi.json'];
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** The name under which a method is counted. */
export function methodName(method: string): string {
  return METHODS.includes(method) ? method : 'other';
}

/**
 * The name under which a request outside the API is counted: few, whatever strangers ask for.
 * @param path without a query
 * @param gateways the accounts that webhooks are for
 */
export function routeName(path: string, gateways: () => readonly string[]): string {
  if (PATHS.includes(path)) return path;
  const [, folder = '', ...rest] = path.split('/');
  if (FOLDERS.includes(folder)) return `/${folder}`;
  return folder === 'webhooks' && gateways().includes(rest.join('/')) ? path : 'other';
}
