import type { Contract } from '#lib/contract.ts';
import { optional } from '#lib/optional.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '#lib/problems/catalogue.ts';
import { CONTRACTS, sharedProblems } from './contracts.ts';

/** A field of a body or an answer: its dotted name, what it may hold, and what the schema says of it. */
export type Field = {
  name: string;
  type: string;
  isRequired: boolean;
  rules: string[];
  description?: string;
};

/** Everything the documentation shows of an endpoint, as plain data. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  permission: string | null;
  parameters: Field[];
  body: Field[] | null;
  /** What the body may be at most, as a sentence; absent where there is none. */
  bodyLimit?: string;
  replyStatus: number;
  reply: Field[];
  problems: { status: number; codes: ProblemCode[] }[];
  idempotent: boolean;
  etag: boolean;
  deprecation: { since: string; sunset: string; notice: string } | null;
};

/** The part of JSON Schema that our contracts use. */
type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: string[];
  const?: string;
  default?: string | number | boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
} & Partial<
  Record<
    'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'maxProperties',
    number
  >
>;
type Content = Record<string, { schema: Schema }>;
type ParameterObject = { in: string; name: string; required?: boolean; schema: Schema };
type OperationObject = {
  parameters?: ParameterObject[];
  requestBody?: { description: string; content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths?: Record<string, Partial<Record<string, OperationObject>>>;
  components?: { schemas?: Record<string, Schema> };
};

/** The API reference, read from the OpenAPI document, so that what is shown is what is published. */
export function apiReference(openApi: object): Operation[] {
  const document = openApi as Document;
  return CONTRACTS.map((contract) => {
    const operation = document.paths?.[contract.path]?.[contract.method.toLowerCase()];
    if (!operation) throw new Error(`Bug: ${contract.operationId} is not in the OpenAPI document`);
    const fields = (content: Content | undefined) =>
      flatten(resolve(content?.['application/json']?.schema ?? {}, document), document);
    const { deprecation } = contract;
    return {
      id: contract.operationId,
      method: contract.method,
      path: contract.path,
      summary: contract.summary,
      description: contract.description,
      permission: contract.permission,
      parameters: (operation.parameters ?? []).map(parameterField),
      body: operation.requestBody ? fields(operation.requestBody.content) : null,
      ...optional('bodyLimit', operation.requestBody?.description),
      replyStatus: contract.status,
      reply: fields(operation.responses[contract.status]?.content),
      problems: problemsOf(contract),
      idempotent: contract.idempotency !== undefined,
      etag: contract.etag === true,
      deprecation: deprecation
        ? {
            since: deprecation.since.toISOString().slice(0, 10),
            sunset: deprecation.sunset.toISOString().slice(0, 10),
            notice: deprecation.notice,
          }
        : null,
    };
  });
}

/** Where a problem code can be met. */
export type ProblemUse = { status: number; operations: { id: string; label: string }[] };

/** Every status a code comes with and the endpoints that answer it; the catalogue's own status first. */
export function problemUses(code: ProblemCode): ProblemUse[] {
  const uses = new Map<number, ProblemUse['operations']>([[PROBLEMS[code].status, []]]);
  // A wrong method carries the code of a missing path (decisions.md 7); it belongs to no endpoint.
  if (code === 'not_found') uses.set(405, []);
  for (const contract of CONTRACTS)
    for (const { status, codes } of problemsOf(contract))
      if (codes.includes(code))
        uses.set(status, [
          ...(uses.get(status) ?? []),
          { id: contract.operationId, label: `${contract.method} ${contract.path}` },
        ]);
  return [...uses].map(([status, operations]) => ({ status, operations }));
}

function problemsOf(contract: Contract): Operation['problems'] {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const [code, status] of [...contract.problems, ...sharedProblems(contract)])
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return [...byStatus]
    .map(([status, codes]) => ({
      status,
      codes: codes.toSorted((one, other) => PROBLEM_CODES.indexOf(one) - PROBLEM_CODES.indexOf(other)),
    }))
    .toSorted((one, other) => one.status - other.status);
}

function parameterField({ in: place, name, required, schema }: ParameterObject): Field {
  return { ...fieldOf(name, schema, required === true), type: `${typeOf(schema)} in the ${place}` };
}

function resolve(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
}

/** The fields of an object, those of nested objects after their parent with dotted names. */
function flatten(schema: Schema, document: Document, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const inner = resolve(member, document);
    const name = prefix + key;
    const nested = inner.type === 'array' ? resolve(inner.items ?? {}, document) : inner;
    return [
      fieldOf(name, inner, schema.required?.includes(key) ?? false),
      ...flatten(nested, document, inner.type === 'array' ? `${name}[].` : `${name}.`),
    ];
  });
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  return {
    name,
    type: typeOf(schema),
    isRequired,
    rules: rulesOf(schema),
    ...(schema.description ? { description: schema.description } : {}),
  };
}

function typeOf(schema: Schema): string {
  if (schema.type === 'array') return `array of ${schema.items?.type ?? 'value'}s`;
  if (schema.format === 'date-time') return 'timestamp';
  if (typeof schema.additionalProperties === 'object') return 'object of strings';
  return schema.type ?? 'string';
}

/** What the schema demands, in words. Bounds that are only those of a double are left out. */
function rulesOf(schema: Schema): string[] {
  const rules: string[] = [];
  const write = (value: number) => new Intl.NumberFormat('en').format(value);
  const { minimum, maximum, minLength, maxLength, maxProperties, propertyNames } = schema;
  if (schema.const !== undefined) rules.push(`always \`${schema.const}\``);
  if (schema.enum) rules.push(`one of ${schema.enum.map((value) => `\`${value}\``).join(', ')}`);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) rules.push(`at least ${write(minimum)}`);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) rules.push(`at most ${write(maximum)}`);
  if (minLength === 1) rules.push('not empty');
  if (maxLength !== undefined) rules.push(`at most ${write(maxLength)} characters`);
  if (maxProperties !== undefined) rules.push(`at most ${maxProperties} keys`);
  if (propertyNames?.maxLength !== undefined)
    rules.push(`keys of at most ${propertyNames.maxLength} characters`);
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  if (values?.maxLength !== undefined) rules.push(`values of at most ${values.maxLength} characters`);
  if (schema.format === 'uri') rules.push('an absolute `https://` address');
  else if (schema.pattern) rules.push(`matches \`${schema.pattern}\``);
  if (schema.default !== undefined) rules.push(`\`${schema.default}\` when left out`);
  return rules;
}
