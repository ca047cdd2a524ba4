/**
 * The ages at which a card's payment intent is synced, in seconds, because its event may be lost and the donor gone. Few,
 * because every opened page has an intent; the rest is done when the link expires.
 */
const CARD_AGES_SECONDS = [120, 600, 3600];
/**
 * How often an attempt is synced that its donor has probably paid, in seconds: a card's for some minutes from its
 * confirmation, in which the donor answers their bank; a bank's or wallet's until the bank's deadline. A donor who left, and
 * whose events are lost (test credentials send none at all, gateways C5), gets their mail within this time.
 */
const PAYING_SECONDS = 15;
const CARD_PAYING_SECONDS = 300;
/** A bank has a quarter of an hour to decide. */
const REDIRECT_PAYING_SECONDS = 960;
/** Later ages at which a bank or wallet attempt is synced, in seconds. */
const REDIRECT_AGES_SECONDS = [1800];
/** How often older attempts are synced until they end, in seconds. */
const LATER_SECONDS = 3600;
/**
 * How many seconds after it ended a bank or wallet attempt is synced again: a bank may still send money, a wallet's page
 * may be paid again, a payment may be refunded, and the event may be lost.
 */
const AGES_AFTER_END_SECONDS = [600, 86_400];

type Attempt = {
  createdAt: Date;
  rail: string;
  /** When the donor last confirmed a card payment; null if they have not, or it has its outcome. */
  confirmedAt: Date | null;
};

/**
 * When a pending payment is synced next; undefined for a card payment that is left until its link expires. Depends on the
 * times of the payment alone, so that every process schedules the same instant.
 */
export function nextSyncAt({ createdAt, rail, confirmedAt }: Attempt, now: Date): Date | undefined {
  const isCard = rail === 'card';
  const payingSince = isCard ? confirmedAt : createdAt;
  const paying = payingSince && nextWhilePaying(payingSince, isCard, now);
  if (paying) return paying;
  const ageSeconds = secondsFrom(createdAt, now);
  const hourly = (Math.floor(ageSeconds / LATER_SECONDS) + 1) * LATER_SECONDS;
  const ages = isCard ? CARD_AGES_SECONDS : REDIRECT_AGES_SECONDS;
  const age = ages.find((seconds) => seconds > ageSeconds) ?? (isCard ? undefined : hourly);
  return age === undefined ? undefined : after(createdAt, age);
}

function nextWhilePaying(since: Date, isCard: boolean, now: Date): Date | undefined {
  const seconds = (Math.floor(secondsFrom(since, now) / PAYING_SECONDS) + 1) * PAYING_SECONDS;
  return seconds > (isCard ? CARD_PAYING_SECONDS : REDIRECT_PAYING_SECONDS) ? undefined : after(since, seconds);
}

function secondsFrom(start: Date, now: Date): number {
  return (now.getTime() - start.getTime()) / 1000;
}

function after(start: Date, seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

/** When a bank transfer or wallet payment that has ended is synced next; undefined after the last time. */
export function nextSyncAfterEnd(settledAt: Date, now: Date): Date | undefined {
  const ageSeconds = (now.getTime() - settledAt.getTime()) / 1000;
  const age = AGES_AFTER_END_SECONDS.find((seconds) => seconds > ageSeconds);
  return age === undefined ? undefined : new Date(settledAt.getTime() + age * 1000);
}
