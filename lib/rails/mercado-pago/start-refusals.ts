import { GatewayError, isGatewayError } from '../port/errors.ts';

/** Mercado Pago's error code for an amount that it does not accept. */
const AMOUNT_CODE = /\b4037\b/;
/** What the Orders API says of a request that it does not know the form of: nobody has typed that. */
const OUR_CODE = /\b(unsupported_properties|json_syntax_error|empty_required_header)\b/;
/** Statuses of a request with invalid content. The donor cannot correct others, such as 401. */
const CONTENT_STATUS = /^(400|422)\b/;

/**
 * Starts an attempt. If Mercado Pago refuses the donor's input, the error's code is as `RedirectRail.start` documents.
 * @throws GatewayError
 */
export async function mapStartRefusals<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!isGatewayError(error) || error.failure !== 'refused' || !CONTENT_STATUS.test(error.code)) throw error;
    if (OUR_CODE.test(error.code)) throw error;
    const reason = AMOUNT_CODE.test(error.code) ? 'amount_refused' : 'payer_refused';
    throw new GatewayError('refused', `${reason} ${error.code}`, error);
  }
}
