/** Kinds of faults that tests miss although they cover the line: what the tests lack is another instance. */
export const KINDS = {
  derived: 'A test derived from what it tests',
  transition: 'One transition stands for all',
  unit: 'The unit of money is lost on the way to a surface',
  rule: 'A rule holds where it was written first',
  world: 'The test world is UTC, http, one currency, one link an account',
  sum: 'A sum is tested with one currency',
  second: 'The first time is tested, the second is not',
  right: 'One example of a right of the database',
  header: 'One attribute of a header',
  guard: 'A guard is tested from outside only',
  step: 'A step is tested through its caller',
  alone: 'An account with one customer',
  together: 'Two fields change together in the test',
  unknown: 'A counter, or "unknown", that equals itself',
  boundary: 'A boundary is tested in its siblings only',
} as const;
export type Kind = keyof typeof KINDS;
