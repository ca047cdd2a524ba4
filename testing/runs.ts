/**
 * How much a test repeats: `few` in the gate, which leaves out the tag `full`, and `many` in every other run, also of a single
 * file.
 */
export function runs<T>(few: T, many: T): T {
  return process.env.GATE_RUN === '1' ? few : many;
}
