import type { Operation } from '#lib/http/reference.ts';
import { EXAMPLE_PARAMETERS, EXAMPLES } from './examples.ts';

/** One call of an endpoint as a command for the shell. */
export function curlExample(operation: Operation, baseUrl: string): string {
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => EXAMPLE_PARAMETERS[name] ?? whole,
  );
  const body = EXAMPLES[operation.id]?.body;
  const keyed = operation.permission !== null;
  return [
    `curl ${baseUrl}${path}`,
    ...(keyed ? ['-H "X-API-Key: $KEY"'] : []),
    ...(body ? [`-H 'Content-Type: application/json'`] : []),
    ...(keyed && operation.idempotent ? [`-H 'Idempotency-Key: order-1042'`] : []),
    ...(body ? [`-d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`] : []),
  ].join(' \\\n  ');
}
