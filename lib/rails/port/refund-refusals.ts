import { GatewayError, isGatewayError } from './errors.ts';

/**
 * What the codes with which a gateway refuses a refund mean. `for_good`: it can never be made. `passes`: nothing is wrong with
 * the refund, and the same call may succeed later. Codes that are not listed are unknown.
 */
export type RefusalTable = Readonly<Record<string, 'for_good' | 'passes'>>;

/**
 * Performs a refund, and says of a refusal whether it is for good.
 * @throws GatewayError `refused_for_good` or `failed` for the codes of the table; others are thrown on
 */
export async function mapRefundRefusals<T>(table: RefusalTable, refund: () => Promise<T>): Promise<T> {
  try {
    return await refund();
  } catch (error) {
    if (!isGatewayError(error) || error.failure !== 'refused') throw error;
    // A gateway can name several causes: one that is for good decides.
    const meanings = error.code.split(' ').flatMap((code) => (Object.hasOwn(table, code) ? [table[code]] : []));
    if (meanings.includes('for_good')) throw new GatewayError('refused_for_good', error.code, error);
    if (meanings.includes('passes')) throw new GatewayError('failed', error.code, error);
    throw error;
  }
}
