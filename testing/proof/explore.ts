/** A finite model: states of a fixed number of bytes (a multiple of four), and what can happen next. */
export type Model = {
  name: string;
  bytes: number;
  initial: Uint8Array;
  /** Calls `emit` for every possible step, with its code and the state after it in `out`. */
  next(state: Uint8Array, out: Uint8Array, emit: (action: number) => void): void;
  /**
   * One step of a fair system in which nobody does anything new: deliveries arrive, jobs run, time passes. Writes the state
   * after it into `out`. Undefined when nothing is left to do.
   */
  settle(state: Uint8Array, out: Uint8Array): number | undefined;
  /** The invariant that a state violates, in words; undefined if none. */
  violated(state: Uint8Array): string | undefined;
  /** The same of a step. */
  violatedBy(before: Uint8Array, after: Uint8Array): string | undefined;
  /** What a state in which nothing is left to do lacks; undefined if nothing. */
  unsettled(state: Uint8Array): string | undefined;
  /** A step, in plain words. */
  describe(action: number): string;
  /** A state, in plain words. */
  show(state: Uint8Array): string;
};

export type Exploration = {
  states: number;
  steps: number;
  /** The longest of the shortest ways to a state. */
  depth: number;
  /** Whether every state within the bounds was visited. */
  complete: boolean;
  violation?: { invariant: string; trace: string[] };
};

/** States are stored in chunks, because one typed array that grows would be copied. */
const CHUNK_BITS = 20;
const CHUNK = 1 << CHUNK_BITS;
const IN_CHUNK = CHUNK - 1;
const SETTLED = 0xffffffff;

/**
 * Visits every state of a model, breadth first, so that a violation comes with a shortest trace. States are compared as a
 * whole, never by their hash. A state takes its bytes, 9 more for the trace and for liveness, and about 8 in the hash table.
 *
 * Liveness: each state points to the one that `settle` leads to. After the search every chain of pointers must end in a
 * settled state; a chain that comes back to itself would wait for ever.
 * @param maxStates stops the search, which is then not complete
 */
export function explore(model: Model, maxStates = Number.POSITIVE_INFINITY): Exploration {
  const store = new StateStore(model.bytes / 4);
  const state = new Uint8Array(model.bytes);
  const stateWords = new Uint32Array(state.buffer);
  const out = new Uint8Array(model.bytes);
  const outWords = new Uint32Array(out.buffer);
  let steps = 0;
  let depth = 0;
  let current = 0;
  let failure: { invariant: string; at: number; action?: number } | undefined;

  const visit = (action: number): number => {
    const { found, isNew } = store.add(outWords, current, action);
    if (isNew) {
      const invariant = model.violated(out);
      if (invariant && !failure) failure = { invariant, at: found };
    }
    return found;
  };
  const emit = (action: number): void => {
    steps += 1;
    const invariant = model.violatedBy(state, out);
    if (invariant && !failure) failure = { invariant, at: current, action };
    visit(action);
  };
  const report = (invariant: string, at: number, last?: number): Exploration => {
    const trace = traceTo(model, store, at);
    if (last !== undefined) trace.push(`${model.describe(last)}`);
    return { states: store.size, steps, depth, complete: false, violation: { invariant, trace } };
  };

  out.set(model.initial);
  visit(0);
  let levelEnd = 1;
  for (; current < store.size && !failure; current++) {
    if (current === levelEnd) {
      depth += 1;
      levelEnd = store.size;
    }
    store.read(current, stateWords);
    if (store.size < maxStates) model.next(state, out, emit);
    const action = model.settle(state, out);
    if (action === undefined) {
      const lacking = model.unsettled(state);
      if (lacking && !failure) failure = { invariant: lacking, at: current };
    } else store.pointTo(current, store.size < maxStates ? visit(action) : store.add(outWords, current, action).found);
  }
  if (failure) return report(failure.invariant, failure.at, failure.action);
  const stuck = store.findCycle();
  if (stuck !== undefined) return report('It never comes to an end, although everything is delivered.', stuck);
  return { states: store.size, steps, depth, complete: store.size < maxStates };
}

function traceTo(model: Model, store: StateStore, at: number): string[] {
  const words = new Uint32Array(model.bytes / 4);
  const bytes = new Uint8Array(words.buffer);
  const lines: string[] = [];
  store.read(at, words);
  lines.push(`Then: ${model.show(bytes)}`);
  for (let index = at; index > 0; index = store.parentOf(index)) lines.push(model.describe(store.actionOf(index)));
  return lines.reverse();
}

/** A set of states in the order of their discovery: each with the step that led to it, and where it settles to. */
class StateStore {
  size = 0;
  private readonly words: number;
  private readonly states: Uint32Array[] = [];
  private readonly parents: Uint32Array[] = [];
  private readonly actions: Uint16Array[] = [];
  private readonly settling: Uint32Array[] = [];
  private table = new Uint32Array(1 << 16);
  private readonly added = { found: 0, isNew: false };

  constructor(words: number) {
    this.words = words;
  }

  /** The index of a state, which is inserted if it is new. The answer is valid until the next call. */
  add(state: Uint32Array, parent: number, action: number): { found: number; isNew: boolean } {
    const { words, added } = this;
    const mask = this.table.length - 1;
    let slot = hash(state, words) & mask;
    for (;;) {
      const entry = this.table[slot] as number;
      if (entry === 0) break;
      if (this.equals(entry - 1, state)) {
        added.found = entry - 1;
        added.isNew = false;
        return added;
      }
      slot = (slot + 1) & mask;
    }
    const index = this.size++;
    if ((index & IN_CHUNK) === 0) this.grow();
    this.table[slot] = index + 1;
    const [chunk, at] = [index >>> CHUNK_BITS, index & IN_CHUNK];
    (this.states[chunk] as Uint32Array).set(state, at * words);
    (this.parents[chunk] as Uint32Array)[at] = parent;
    (this.actions[chunk] as Uint16Array)[at] = action;
    (this.settling[chunk] as Uint32Array)[at] = SETTLED;
    if (this.size * 2 > this.table.length) this.rehash();
    added.found = index;
    added.isNew = true;
    return added;
  }

  read(index: number, into: Uint32Array): void {
    const chunk = this.states[index >>> CHUNK_BITS] as Uint32Array;
    const from = (index & IN_CHUNK) * this.words;
    for (let word = 0; word < this.words; word++) into[word] = chunk[from + word] as number;
  }

  parentOf(index: number): number {
    return (this.parents[index >>> CHUNK_BITS] as Uint32Array)[index & IN_CHUNK] as number;
  }

  actionOf(index: number): number {
    return (this.actions[index >>> CHUNK_BITS] as Uint16Array)[index & IN_CHUNK] as number;
  }

  pointTo(index: number, target: number): void {
    (this.settling[index >>> CHUNK_BITS] as Uint32Array)[index & IN_CHUNK] = target;
  }

  /** A state whose chain of pointers does not end; undefined if every chain ends. */
  findCycle(): number | undefined {
    const isDone = new Uint8Array(this.size);
    const mark = new Uint32Array(this.size);
    for (let start = 0; start < this.size; start++) {
      let index = start;
      while (isDone[index] === 0 && mark[index] !== start + 1) {
        mark[index] = start + 1;
        const next = this.settlingOf(index);
        if (next === SETTLED) break;
        index = next;
      }
      if (isDone[index] === 0 && this.settlingOf(index) !== SETTLED) return index;
      for (let done = start; isDone[done] === 0; done = this.settlingOf(done)) {
        isDone[done] = 1;
        if (this.settlingOf(done) === SETTLED) break;
      }
    }
    return undefined;
  }

  private settlingOf(index: number): number {
    return (this.settling[index >>> CHUNK_BITS] as Uint32Array)[index & IN_CHUNK] as number;
  }

  private equals(index: number, state: Uint32Array): boolean {
    const chunk = this.states[index >>> CHUNK_BITS] as Uint32Array;
    const from = (index & IN_CHUNK) * this.words;
    for (let word = 0; word < this.words; word++) if (chunk[from + word] !== state[word]) return false;
    return true;
  }

  private grow(): void {
    this.states.push(new Uint32Array(CHUNK * this.words));
    this.parents.push(new Uint32Array(CHUNK));
    this.actions.push(new Uint16Array(CHUNK));
    this.settling.push(new Uint32Array(CHUNK));
  }

  private rehash(): void {
    const table = new Uint32Array(this.table.length * 2);
    const mask = table.length - 1;
    const state = new Uint32Array(this.words);
    for (let index = 0; index < this.size; index++) {
      this.read(index, state);
      let slot = hash(state, this.words) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = index + 1;
    }
    this.table = table;
  }
}

/** MurmurHash3's mixing, word by word. */
function hash(state: Uint32Array, words: number): number {
  let mixed = 0x9747b28c;
  for (let word = 0; word < words; word++) {
    let part = Math.imul(state[word] as number, 0xcc9e2d51);
    part = (part << 15) | (part >>> 17);
    mixed ^= Math.imul(part, 0x1b873593);
    mixed = (mixed << 13) | (mixed >>> 19);
    mixed = (Math.imul(mixed, 5) + 0xe6546b64) | 0;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
