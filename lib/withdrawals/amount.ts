import { minorUnitsPerMajor } from '#lib/money.ts';
import type { Withdrawal } from '#prisma/generated/client.ts';

type Amount = Pick<Withdrawal, 'amount' | 'remainderMinor' | 'currency'>;

/** The amount of a stored withdrawal in minor units. */
export function withdrawnMinor({ amount, remainderMinor, currency }: Amount): bigint {
  return amount * BigInt(minorUnitsPerMajor(currency)) + BigInt(remainderMinor);
}

/** The same in major units, with a fraction if it has cents. */
export function withdrawnMajor(withdrawal: Amount): number {
  return Number(withdrawnMinor(withdrawal)) / minorUnitsPerMajor(withdrawal.currency);
}

/** How an amount in minor units is stored. */
export function storedAmount(amountMinor: bigint, currency: string): Omit<Amount, 'currency'> {
  const units = BigInt(minorUnitsPerMajor(currency));
  return { amount: amountMinor / units, remainderMinor: Number(amountMinor % units) };
}
