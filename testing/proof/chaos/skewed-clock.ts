import { shiftClock } from '#testing/shift-clock.ts';
import { choicesOf } from './choices.ts';

/**
 * Loaded before a process of the service begins: its clock is wrong by a constant that is its own, of at most `most`
 * milliseconds in either direction. Timers, PostgreSQL and the clock of whoever compares are right.
 */
const { searchParams } = new URL(import.meta.url);
const most = Number(searchParams.get('most'));
const skewMs = choicesOf(Number(searchParams.get('seed')), `clock ${process.pid}`).between(-most, most);
shiftClock(() => skewMs);
