/** How old an attempt is when it is read back, in seconds: test credentials send no events at all (rails.md C5). */
const CHECK_AGES_SECONDS = [
  15, 60, 300,
  // A bank has a quarter of an hour; a minute later its word is there.
  960, 1800,
];
/** Older ones are read back this often, until they are settled. */
const LATER_SECONDS = 3600;
/**
 * A settled one is read twice more, so many seconds after it was settled: a bank may take money that was given up, a
 * wallet's page may be paid again, money may be given back, and the event that tells of it may be lost.
 */
const LAST_LOOKS_SECONDS = [600, 86_400];

/**
 * When a payment that the donor finishes at a gateway's own page is to be read back next. A function of the payment's age
 * alone, so that whoever plans it plans the same instant.
 */
export function nextCheck({ createdAt }: { createdAt: Date }, now: Date): Date {
  const ageSeconds = (now.getTime() - createdAt.getTime()) / 1000;
  const age =
    CHECK_AGES_SECONDS.find((seconds) => seconds > ageSeconds) ??
    (Math.floor(ageSeconds / LATER_SECONDS) + 1) * LATER_SECONDS;
  return new Date(createdAt.getTime() + age * 1000);
}

/** When such a payment is to be read once more after it was settled; undefined after the last time. */
export function nextLook(settledAt: Date, now: Date): Date | undefined {
  const ageSeconds = (now.getTime() - settledAt.getTime()) / 1000;
  const age = LAST_LOOKS_SECONDS.find((seconds) => seconds > ageSeconds);
  return age === undefined ? undefined : new Date(settledAt.getTime() + age * 1000);
}
