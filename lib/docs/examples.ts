import type { Contract } from '#lib/contract.ts';
import { optional } from '#lib/optional.ts';
import type { Sample, SampleKind } from './section.ts';

/** One call of an endpoint: its path, what it sends and what it gets. */
export type Example = {
  operationId: string;
  method: 'GET' | 'POST';
  path: string;
  /** Whether it needs a key. */
  keyed: boolean;
  idempotencyKey?: string;
  body?: object;
  reply: object;
};

/** The example of a contract, with its parameters in the path. */
export function exampleOf(contract: Contract): Example {
  const { operationId, method, path, permission, parameters = {}, example } = contract;
  return {
    operationId,
    method,
    path: path.replace(/\{(\w+)\}/g, (whole, name: string) => parameters[name]?.example ?? whole),
    keyed: permission !== null,
    ...optional('idempotencyKey', example.idempotencyKey),
    ...optional('body', example.body as object | undefined),
    reply: example.reply as object,
  };
}

/** How a call stands in a series: what it takes from the calls before it. */
export type SampleStep = {
  /** Whether imports and the client come first. */
  isFirst: boolean;
  /** What the result is named, where its usual name is taken. */
  result?: string;
  /** What stands in place of a value of the example, in each language. */
  values: Readonly<Record<string, Record<SampleKind, string>>>;
};

const ALONE: SampleStep = { isFirst: true, values: {} };

/** A call as a reader can run it, in every language that the documentation has. */
export function samplesOf(example: Example, baseUrl: string, step: SampleStep = ALONE): Sample[] {
  return [
    { kind: 'curl', label: 'curl', language: 'shell', code: curlOf(example, baseUrl, step) },
    { kind: 'sdk', label: 'SDK', language: 'typescript', code: sdkOf(example, baseUrl, step) },
    { kind: 'python', label: 'Python', language: 'python', code: pythonOf(example, baseUrl, step) },
  ];
}

/** A call as a curl command for a POSIX shell. Values in place of others are shell variables. */
function curlOf(example: Example, baseUrl: string, { values }: SampleStep = ALONE): string {
  const { path, keyed, idempotencyKey, body } = example;
  const json = body && indented(JSON.stringify(body, null, 2), 2).replaceAll("'", "'\\''");
  const address = replaced(baseUrl + path, values, 'curl', (variable) => variable);
  return [
    `curl ${address.includes('$') ? quoted(address) : address}`,
    ...(keyed ? ['-H "X-API-Key: $KEY"'] : []),
    ...(body ? [`-H 'Content-Type: application/json'`] : []),
    ...(idempotencyKey ? [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`] : []),
    // The quotation marks end the quoted text, and begin it again.
    ...(json ? [`-d '${replaced(json, values, 'curl', (variable) => `'"${variable}"'`)}'`] : []),
  ].join(' \\\n  ');
}

/** A text as one word of a shell, which fills in what `$` names. */
function quoted(text: string): string {
  return text.includes('$') ? `"${text}"` : `'${text}'`;
}

/** The calls that the SDK has. */
const SDK_CALLS: Readonly<Record<string, string>> = {
  createCause: 'causes.create',
  readCause: 'causes.retrieve',
  createCheckoutLink: 'checkoutLinks.create',
  readCheckoutLink: 'checkoutLinks.retrieve',
};

/** What the result of a call is named. */
function resultOf({ operationId }: Example): string {
  if (operationId.endsWith('Cause')) return 'cause';
  return operationId === 'createPaymentIntent' ? 'intent' : 'link';
}

/**
 * The client of the SDK, as every example makes it.
 * @param names what the example imports
 */
export function sdkClient(baseUrl: string, names = 'createClient'): string {
  return `import { ${names} } from 'fundraising-partner';

const client = createClient({
  apiKey: process.env.KEY ?? '',
  baseUrl: '${baseUrl}',
});
`;
}

function sdkOf(example: Example, baseUrl: string, { isFirst, values, result = resultOf(example) }: SampleStep): string {
  const call = SDK_CALLS[example.operationId];
  if (call === undefined) return '// Not in the SDK: only the hosted page makes this call.';
  const argument = example.body ? literalOf(example.body) : `'${example.path.split('/').at(-1)}'`;
  const given = replaced(argument, values, 'sdk', (expression) => expression, "'");
  return `${isFirst ? `${sdkClient(baseUrl)}\n` : ''}const ${result} = await client.${call}(${given});
console.log(${result});`;
}

function pythonOf(
  example: Example,
  baseUrl: string,
  { isFirst, values, result = resultOf(example) }: SampleStep,
): string {
  const { method, path, keyed, idempotencyKey, body } = example;
  const headers = [
    ...(keyed ? ['"X-API-Key": os.environ["KEY"]'] : []),
    ...(idempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
  ];
  const imports = [...(keyed ? ['import os'] : []), ...(idempotencyKey ? ['import uuid'] : [])];
  const address = replaced(baseUrl + path, values, 'python', (expression) => `{${expression}}`);
  const json = body && indented(JSON.stringify(body, null, 4), 4);
  return [
    ...(isFirst ? [...imports, ...(imports.length > 0 ? [''] : []), 'import requests', ''] : []),
    `response = requests.${method.toLowerCase()}(`,
    `    ${address.includes('{') ? 'f' : ''}"${address}",`,
    ...(headers.length > 0 ? ['    headers={', ...headers.map((header) => `        ${header},`), '    },'] : []),
    ...(json ? [`    json=${replaced(json, values, 'python', (expression) => expression, '"')},`] : []),
    '    timeout=30,',
    ...(keyed ? ['    allow_redirects=False,  # One would take the key elsewhere.'] : []),
    ')',
    `${result} = response.json()`,
    `print(response.status_code, ${result})`,
  ].join('\n');
}

/** A text with other things in place of values, which stand between `quote`s. */
function replaced(
  text: string,
  values: SampleStep['values'],
  kind: SampleKind,
  write: (expression: string) => string,
  quote = '',
): string {
  return Object.entries(values).reduce(
    (all, [value, by]) => all.replaceAll(quote + value + quote, write(by[kind])),
    text,
  );
}

/** JSON as a formatter would write it in TypeScript. */
function literalOf(value: object): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(/"([^"\\']*)"/g, "'$1'")
    .replace(/([^{[,\s])$(?=\n\s*[}\]])/gm, '$1,');
}

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
