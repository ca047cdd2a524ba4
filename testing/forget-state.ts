/** The product keeps the state of a process under symbols with this name, because Next loads its modules more than once. */
const STATE = 'fundraising.';

/** Everything that this process knows of an environment: its settings, connections, counters and adapters. */
export function forgetState(): void {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (symbol.description?.startsWith(STATE)) Reflect.deleteProperty(globalThis, symbol);
}
