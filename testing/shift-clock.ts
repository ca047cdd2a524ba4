/**
 * From now on the clock of this process is wrong. Timers are right.
 * @param aheadMs how far it is ahead, in milliseconds, each time it is read
 */
export function shiftClock(aheadMs: () => number): void {
  const rightNow = Date.now;
  Date.now = () => rightNow() + aheadMs();
  globalThis.Date = new Proxy(Date, {
    construct: (date, given: unknown[], target) =>
      Reflect.construct(date, given.length === 0 ? [date.now()] : given, target) as object,
  });
}
