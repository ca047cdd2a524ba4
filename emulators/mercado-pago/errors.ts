/** One cause of an error, as the API lists it under `cause`. */
type Cause = { code: number | string; description: string };

/** An error in the API's own form. Calls throw it, the router renders it. */
export class MercadoPagoError extends Error {
  readonly status: number;
  readonly error: string;
  readonly causes: readonly Cause[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    error: string,
    message: string,
    causes: readonly Cause[] = [],
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'MercadoPagoError';
    this.status = status;
    this.error = error;
    this.causes = causes;
    this.headers = headers;
  }
}

/** 400 with one or more causes; the message is the first one's. */
export function badRequest(causes: readonly Cause[]): MercadoPagoError {
  return new MercadoPagoError(400, 'bad_request', causes[0]?.description ?? '', causes);
}

/** 404 for a payment that does not exist, or exists in the other tenant. */
export function paymentNotFound(): MercadoPagoError {
  return new MercadoPagoError(404, 'not_found', 'Payment not found', [
    { code: 2000, description: 'Payment not found' },
  ]);
}

/** 404 for a resource other than a payment, or an unknown path. */
export function notFound(what: string): MercadoPagoError {
  return new MercadoPagoError(404, 'not_found', `${what} not found`);
}

/** 400 for an operation that the payment's status does not allow. */
export function wrongState(): MercadoPagoError {
  return badRequest([{ code: 2063, description: 'The action requested is not valid for the current payment state' }]);
}

/**
 * The error for a status that control forces, in the API's own words.
 * @param status 4xx or 5xx; 500 is a failure of the PSE processor (cause 9034), 429 asks to wait one second.
 * @param code the code of the error's only cause, in place of the usual one
 */
export function refusal(status: number, code?: string): MercadoPagoError {
  if (code !== undefined)
    return new MercadoPagoError(status, status === 404 ? 'not_found' : 'bad_request', `Forced: ${code}`, [
      { code: /^\d+$/.test(code) ? Number(code) : code, description: `Forced: ${code}` },
    ]);
  if (status === 401) return new MercadoPagoError(401, 'unauthorized', 'invalid access token');
  if (status === 403) {
    return new MercadoPagoError(403, 'forbidden', 'At least one policy returned UNAUTHORIZED.');
  }
  if (status === 429) {
    return new MercadoPagoError(429, 'too_many_requests', 'Too many requests', [], { 'retry-after': '1' });
  }
  if (status === 500) {
    return new MercadoPagoError(500, 'internal_error', 'Error processing the payment with PSE', [
      { code: 9034, description: 'The PSE processor is not available, try again later' },
    ]);
  }
  if (status > 500) return new MercadoPagoError(status, 'service_unavailable', 'Service unavailable');
  return new MercadoPagoError(status, 'bad_request', 'Params Error', [{ code: 1, description: 'Params Error' }]);
}

/**
 * Renders an error: `{message, error, status, cause}`, or in the Orders API `{errors}`.
 * @param path of the call
 */
export function errorResponse(error: MercadoPagoError, requestId: string, path: string): Response {
  const causes = error.causes.length > 0 ? error.causes : [{ code: error.error, description: error.message }];
  const body = path.startsWith('/v1/orders')
    ? { errors: causes.map(({ code, description }) => ({ code: String(code), message: description, details: [] })) }
    : { message: error.message, error: error.error, status: error.status, cause: error.causes };
  return Response.json(body, {
    status: error.status,
    headers: { ...error.headers, 'x-request-id': requestId, 'cache-control': 'no-store' },
  });
}
