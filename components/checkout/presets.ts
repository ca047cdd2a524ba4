import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';

type Bounds = { min: number; max: number } | null;

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const SHARES = [0.5, 1, 2, 4];

/**
 * The amounts to choose from, in whole major units: the asked one and about half, twice and four times as much, rounded to
 * usual figures, within the bounds. Ascending; the asked amount is always among them.
 */
export function presetAmounts(asked: number, bounds: Bounds): number[] {
  const { min, max } = bounds ?? { min: 1, max: MAX_AMOUNT_MAJOR };
  const others = SHARES.map((share) => (share === 1 ? asked : roundFigure(asked * share)));
  const offered = others.filter((amount) => amount === asked || (amount >= Math.max(1, min) && amount <= max));
  return [...new Set(offered)].sort((one, other) => one - other);
}

/** The nearest whole amount of the form 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten. */
function roundFigure(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(amount, 1)));
  const distance = (step: number) => Math.abs(step * power - amount);
  const nearest = STEPS.reduce((best, step) => (distance(step) < distance(best) ? step : best));
  return Math.round(nearest * power);
}
