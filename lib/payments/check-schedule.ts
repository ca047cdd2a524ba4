/**
 * How old an intent for a card is when it is read back, in seconds: its event may be lost and the donor gone. Every opened
 * page has an intent, so the looks are few; the link's expiry settles the rest.
 */
const CARD_AGES_SECONDS = [120, 600, 3600];
/** How old a bank's or wallet's attempt is when it is read back, in seconds: test credentials send no events at all (rails.md C5). */
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
 * When a pending payment is to be read back next; undefined for a card that only its link's expiry settles any more. A
 * function of the payment's age alone, so that whoever plans it plans the same instant.
 */
export function nextCheck(
  { createdAt, rail }: { createdAt: Date; rail: string },
  now: Date,
): Date | undefined {
  const ageSeconds = (now.getTime() - createdAt.getTime()) / 1000;
  const ages = rail === 'card' ? CARD_AGES_SECONDS : CHECK_AGES_SECONDS;
  const hourly = (Math.floor(ageSeconds / LATER_SECONDS) + 1) * LATER_SECONDS;
  const age = ages.find((seconds) => seconds > ageSeconds) ?? (rail === 'card' ? undefined : hourly);
  return age === undefined ? undefined : new Date(createdAt.getTime() + age * 1000);
}

/** When a bank transfer or wallet payment is to be read once more after it was settled; undefined after the last time. */
export function nextLook(settledAt: Date, now: Date): Date | undefined {
  const ageSeconds = (now.getTime() - settledAt.getTime()) / 1000;
  const age = LAST_LOOKS_SECONDS.find((seconds) => seconds > ageSeconds);
  return age === undefined ? undefined : new Date(settledAt.getTime() + age * 1000);
}
