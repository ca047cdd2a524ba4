/** How old an attempt is when it is read back, in seconds: test credentials send no events at all (rails.md C5). */
const CHECK_AGES_SECONDS = [15, 60, 300, 900, 1800];
/** Older ones are read back this often, until they are settled. */
const LATER_SECONDS = 3600;

/** When a payment that the donor finishes at a gateway's own page is to be read back next. */
export function nextCheck({ createdAt }: { createdAt: Date }, now: Date): Date {
  const ageSeconds = (now.getTime() - createdAt.getTime()) / 1000;
  const age = CHECK_AGES_SECONDS.find((seconds) => seconds > ageSeconds);
  return age === undefined
    ? new Date(now.getTime() + LATER_SECONDS * 1000)
    : new Date(createdAt.getTime() + age * 1000);
}
