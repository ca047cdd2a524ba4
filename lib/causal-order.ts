/** For each kind the kinds that it follows, each named above it. At the same instant, kinds come in the order they are named in. */
export type CausalOrder<K extends string> = Readonly<Record<K, readonly NoInfer<K>[]>>;

/** Something that happened: what, and the ids it is about. Without any, everything of the history can follow from it. */
export type TimedEvent<K extends string> = { when: Date; kind: K; about: readonly string[] };

/** Gateways report whole seconds, rounded down: how much later something can have happened. */
const PRECISION_MS = 1000;

/** The last instant that a gateway may mean by one that it reports. */
export function endOfSecond(reported: Date): Date {
  return new Date(Math.floor(reported.getTime() / PRECISION_MS) * PRECISION_MS + PRECISION_MS - 1);
}

/**
 * Everything in the order of time. What is reported to have happened less than a second before what it follows from is moved
 * to the instant of that; clocks that differ by more are left to disagree. So nothing is moved by a second or more.
 * @param order which kinds follow from which: the first of each kind that is about the same id, where there is one
 */
export function inCausalOrder<K extends string, T extends TimedEvent<K>>(
  happenings: readonly T[],
  order: CausalOrder<K>,
): T[] {
  const first = new Map<string, number>();
  const kinds = Object.keys(order) as K[];
  const moved = kinds.flatMap((kind) =>
    happenings.filter((one) => one.kind === kind).map((one) => moveAfterCauses(one, order[kind], first)),
  );
  // A stable sort: kinds of the same instant stay in their order.
  return moved.sort((a, b) => a.when.getTime() - b.when.getTime());
}

/** @param first the first instant of each kind and id so far */
function moveAfterCauses<K extends string, T extends TimedEvent<K>>(
  happening: T,
  causes: readonly K[],
  first: Map<string, number>,
): T {
  const { kind, about } = happening;
  const reported = happening.when.getTime();
  const known = causes.flatMap((cause) => {
    const instants = ['', ...about].flatMap((id) => first.get(`${cause} ${id}`) ?? []);
    return instants.length > 0 ? [Math.min(...instants)] : [];
  });
  const at = Math.max(reported, ...known.filter((instant) => instant - reported < PRECISION_MS));
  for (const id of about.length > 0 ? about : [''])
    first.set(`${kind} ${id}`, Math.min(at, first.get(`${kind} ${id}`) ?? at));
  return at === reported ? happening : { ...happening, when: new Date(at) };
}
