import { type SourceFile, sourceFiles } from './imports.ts';

/** What these tests say is about one API: its requests, or what orders lack (gateways C7). */
const OF_ONE_API: readonly string[] = [
  'lib/payments/attempts/redirect-killed.test.ts',
  'lib/payments/attempts/redirect-start.test.ts',
  'lib/payments/attempts/wallet.test.ts',
  'lib/payments/events/redirect-events.test.ts',
  'lib/payments/sync/other-mode.test.ts',
  'lib/reconciliation/restored.test.ts',
];

/**
 * The test files about bank transfers and wallets that hold whichever API of Mercado Pago an attempt was started with. They run a
 * second time with orders.
 * @param files every source file of the project
 * @returns paths from the root, sorted
 */
export function testsWithOrders(files: readonly SourceFile[] = sourceFiles()): string[] {
  const isTest = (path: string) => /^lib\/(payments|reconciliation)\/.*\.test\.ts$/.test(path);
  return files
    .filter(({ path, imports }) => isTest(path) && imports.some(({ target }) => target === 'testing/local-rails.ts'))
    .map(({ path }) => path)
    .filter((path) => !OF_ONE_API.includes(path))
    .sort();
}
