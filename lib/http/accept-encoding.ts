/**
 * Whether a response is better sent with gzip (RFC 9110, 12.5.3): it is accepted, and at least as welcome as none. A
 * request that accepts neither gets no coding: an answer that it may not read is better than none.
 */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  const weights = weightsOf(acceptEncoding);
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

/** Whether a response may be sent as it is. */
export function acceptsIdentity(acceptEncoding: string | undefined): boolean {
  const weights = weightsOf(acceptEncoding);
  return (weights.get('identity') ?? weights.get('*') ?? 1) > 0;
}

/** The header without the codings that it refuses, for a library that only looks for their names. */
export function acceptedCodings(acceptEncoding: string | undefined): string {
  return [...weightsOf(acceptEncoding)].flatMap(([coding, weight]) => (weight > 0 ? coding : [])).join(', ');
}

function weightsOf(acceptEncoding = ''): Map<string, number> {
  return new Map(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
        const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
        const weight = quality === undefined ? 1 : Number(quality.split('=')[1]);
        return [coding, Number.isFinite(weight) ? weight : 0];
      }),
  );
}
