import { codeOf, type Kind, linkModel, readState, type SeenAttempt } from './link-model.ts';

/** Walks go one piece of work at a time, so that the product can be compared after each. */
const BOUNDS = { attempts: [3, 3], workers: 1, amountChanges: 3, surprises: 3 } as const;
const model = linkModel(BOUNDS);

/** The first slot of a rail in the model. */
const CARD = 0;
const TRANSFER = 3;

/**
 * A walk through the link model in the steps that donors, staff, gateways and workers see: each takes one or more steps of
 * the model, until no work is under way.
 */
export class ModelWalk {
  private state: Uint8Array = model.initial.slice();
  /** What happened, in the model's words. */
  readonly story: string[] = [];

  get now() {
    return readState(this.state);
  }

  attempt(slot: number): SeenAttempt | undefined {
    return this.now.attempts.find((one) => one.slot === slot);
  }

  /** Takes a step of the model, if it can be taken now; then lets the work that it began come to its end. */
  take(kind: Kind, slot = 0): boolean {
    const [wanted, out] = [codeOf(kind, slot), new Uint8Array(model.bytes)];
    let after: Uint8Array | undefined;
    model.next(this.state, out, (action) => {
      if (action === wanted && !after) after = out.slice();
    });
    if (!after) return false;
    this.follow(wanted, after);
    this.finishWork();
    return true;
  }

  /** Lets the work that is under way come to its end. */
  private finishWork(): void {
    const out = new Uint8Array(model.bytes);
    while (this.now.isBusy) {
      const action = model.settle(this.state, out);
      if (action === undefined) throw new Error('Bug: work that cannot go on');
      this.follow(action, out.slice());
    }
  }

  /** As `take`, of a step that must be possible. */
  must(kind: Kind, slot = 0): void {
    if (!this.take(kind, slot)) throw new Error(`The model does not allow: ${kind} (${slot})`);
  }

  private follow(action: number, after: Uint8Array): void {
    this.story.push(model.describe(action));
    const broken = model.violatedBy(this.state, after) ?? model.violated(after);
    if (broken) throw new Error(`The model violates: ${broken}`);
    this.state = after;
  }

  /** A read past the expiry stores the end. */
  read(): void {
    if (this.now.isLate) this.take('somebody begins to end the link, which is past its expiry');
  }

  sync(slot: number): void {
    this.take('somebody begins to sync {}: it is retrieved', slot);
  }

  /** The donor comes back: every live attempt is synced. */
  return(): void {
    this.read();
    const pending = this.now.attempts.filter(({ state }) => state === 'pending').map(({ slot }) => slot);
    for (const slot of pending.toSorted((a, b) => b - a)) this.sync(slot);
  }

  /** A card's intent is asked for. Returns whether the donor gets one. */
  askIntent(): boolean {
    for (;;) {
      this.read();
      if (this.now.status !== 'open' || this.now.isStopped) return false;
      const live = this.liveOn(CARD);
      if (!live) this.must('a donor claims {}', this.freeOn(CARD));
      else if (live.state === 'starting')
        this.must('a donor claims {} again, whose start brought no answer', live.slot);
      else {
        this.take('a donor is shown {}, which is live', live.slot);
        if (live.object === 'processing' || (live.object === 'live' && live.hasWantedAmount)) return true;
        this.must('{} is being ended: it is retrieved', live.slot);
      }
    }
  }

  /** A card's intent is asked for, and the gateway's answer is lost. */
  loseIntent(): void {
    this.read();
    const slot = this.freeOn(CARD);
    this.begin('a donor claims {}', slot);
    this.must('the gateway starts {}, and its answer is lost', slot);
  }

  /** A card's intent is asked for, and the cause stops before the gateway answers. */
  stopWhileStarting(): void {
    this.read();
    this.begin('a donor claims {}', this.freeOn(CARD));
    this.begin('the cause stops collecting', 0);
    this.finishWork();
  }

  /** A bank transfer is started. Returns whether the donor gets a page. */
  startTransfer(): boolean {
    let areOthersEnded = false;
    for (;;) {
      this.read();
      if (this.now.status !== 'open' || this.now.isLate || this.now.isStopped) return false;
      if (!areOthersEnded) {
        areOthersEnded = true;
        const other = this.liveOn(CARD);
        if (other?.state === 'pending') {
          // What the card's gateway is deciding is kept, and shown instead.
          if (other.object === 'processing') return true;
          this.must('{} is being ended: it is retrieved', other.slot);
          continue;
        }
      }
      const live = this.liveOn(TRANSFER);
      if (!live) this.must('a donor claims {}', this.freeOn(TRANSFER));
      else {
        this.take('a donor is shown {}, which is live', live.slot);
        if (live.object === 'live' && live.hasWantedAmount) return true;
        this.must('{} is being ended: it is retrieved', live.slot);
      }
    }
  }

  /** The service performs a refund that is pending. */
  performRefund(slot: number): void {
    if (this.attempt(slot)?.state !== 'approved') this.sync(slot);
    if (this.attempt(slot)?.ourRefund !== 'pending') return;
    this.take('the gateway refunds {}', slot);
    this.take('the refund of {} has become pointless', slot);
    this.sync(slot);
  }

  liveOn(rail: number): SeenAttempt | undefined {
    return this.now.attempts.find(
      ({ slot, state }) => slot >= rail && slot < rail + 3 && (state === 'starting' || state === 'pending'),
    );
  }

  /** The next slot of a rail; at the end of them 7, which no step has. */
  freeOn(rail: number): number {
    const used = this.now.attempts.filter(({ slot }) => slot >= rail && slot < rail + 3).length;
    return used < 3 ? rail + used : 7;
  }

  /** Takes a step that begins work, without letting it go on. */
  private begin(kind: Kind, slot: number): void {
    const [wanted, out] = [codeOf(kind, slot), new Uint8Array(model.bytes)];
    let after: Uint8Array | undefined;
    model.next(this.state, out, (action) => {
      if (action === wanted && !after) after = out.slice();
    });
    if (!after) throw new Error(`The model does not allow: ${kind} (${slot})`);
    this.follow(wanted, after);
  }
}
