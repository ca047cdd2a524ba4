import { SHORT } from './bounds.ts';
import { exploreBounds } from './explore-bounds.ts';

/* The model within the bounds of `npm run test:all`, as a command: mutants are checked with it. Exits 1 with the first violation. */

for (const search of SHORT) {
  const { name, violation } = exploreBounds(search);
  if (!violation) continue;
  console.error([name, violation.invariant, ...violation.trace].join('\n'));
  process.exitCode = 1;
  break;
}
