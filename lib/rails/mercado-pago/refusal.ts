import { GatewayError, isGatewayError } from '../port.ts';

/** Mercado Pago's code of an amount it does not take. */
const AMOUNT_CODE = /\b4037\b/;
/** Statuses of a call whose content it does not take; others, such as 401, are not the donor's to mend. */
const CONTENT_STATUS = /^(400|422)\b/;

/** Starts an attempt, telling a refusal of what the donor entered from any other (port.ts). @throws GatewayError */
export async function starting<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!isGatewayError(error) || error.failure !== 'refused' || !CONTENT_STATUS.test(error.code))
      throw error;
    const reason = AMOUNT_CODE.test(error.code) ? 'amount_refused' : 'payer_refused';
    throw new GatewayError('refused', `${reason} ${error.code}`, error);
  }
}
