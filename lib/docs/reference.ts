import type { Contract } from '#lib/contract.ts';
import { CONTRACTS, sharedProblems } from '#lib/http/contracts.ts';
import { optional } from '#lib/optional.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '#lib/problems/catalogue.ts';
import { type Example, exampleOf, samplesOf } from './examples.ts';
import type { Sample } from './section.ts';

/** A field of a request or response: its dotted name, type, rules and description. */
export type Field = {
  /** Its anchor in the reference. */
  id: string;
  name: string;
  type: string;
  isRequired: boolean;
  rules: string[];
  description?: string;
};

/** The documentation of an endpoint, as plain data. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** What else holds for a call, a sentence each, as Markdown. */
  facts: string[];
  parameters: Field[];
  body: Field[] | null;
  replyStatus: number;
  reply: Field[];
  example: Example;
  /** The call of `example` in every language. */
  samples: Sample[];
  /** The values of `example` for the parameters of the path, in their order. */
  pathValues: { name: string; value: string; description: string }[];
  problems: { status: number; codes: ProblemCode[] }[];
  /** The announcement that it ends, as Markdown; absent while it stays. */
  deprecated?: string;
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
  /** Variants, told apart by the constant or enum of one property. */
  oneOf?: Schema[];
  discriminator?: { propertyName: string };
  required?: string[];
  items?: Schema;
  pattern?: string;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
} & Partial<
  Record<'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'maxProperties', number>
>;
type Content = Record<string, { schema: Schema }>;
type ParameterObject = {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};
type OperationObject = {
  parameters?: ParameterObject[];
  requestBody?: { description: string; content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths?: Record<string, Partial<Record<string, OperationObject>>>;
  components?: { schemas?: Record<string, Schema> };
};

/**
 * The API reference, read from the OpenAPI document, so that both are the same.
 * @param baseUrl of the deployment, for its examples
 */
export function apiReference(openApi: object, baseUrl: string): Operation[] {
  const document = openApi as Document;
  return CONTRACTS.map((contract) => {
    const operation = document.paths?.[contract.path]?.[contract.method.toLowerCase()];
    if (!operation) throw new Error(`Bug: ${contract.operationId} is not in the OpenAPI document`);
    const fields = (content: Content | undefined) =>
      flatten(resolve(content?.['application/json']?.schema ?? {}, document), document);
    const anchored = (place: string, all: Field[]) =>
      all.map((field) => ({ ...field, id: `${contract.operationId}-${place}${anchorOf(field.name)}` }));
    const { deprecation } = contract;
    return {
      id: contract.operationId,
      method: contract.method,
      path: contract.path,
      summary: contract.summary,
      description: contract.description,
      facts: factsOf(contract, operation.requestBody?.description),
      parameters: anchored('', (operation.parameters ?? []).map(parameterField)),
      body: operation.requestBody ? anchored('', fields(operation.requestBody.content)) : null,
      replyStatus: contract.status,
      reply: anchored('response-', fields(operation.responses[contract.status]?.content)),
      example: exampleOf(contract),
      samples: samplesOf(exampleOf(contract), baseUrl),
      pathValues: Object.entries(contract.parameters ?? {}).map(([name, { description, example }]) => ({
        name,
        value: example,
        description,
      })),
      problems: problemsOf(contract),
      ...optional('deprecated', deprecation && noticeOf(deprecation)),
    };
  });
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll('[]', '');
}

/** @param bodyLimit the largest body, as a sentence */
function factsOf({ permission, idempotency, etag }: Contract, bodyLimit: string | undefined): string[] {
  return [
    permission === null ? 'No key needed.' : `Permission: \`${permission}\`.`,
    ...(bodyLimit === undefined ? [] : [`Body: ${bodyLimit.replace(/^At/, 'at')}`]),
    ...(idempotency ? ['Honors [`Idempotency-Key`](/docs#idempotency).'] : []),
    ...(etag ? ['Answers `304` to a current `If-None-Match`.'] : []),
  ];
}

function noticeOf({ since, sunset, notice }: NonNullable<Contract['deprecation']>): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return `**Deprecated** since ${day(since)}; it ends on ${day(sunset)}. [Read the notice](${notice}).`;
}

/** Where a problem code occurs. */
export type ProblemUse = { status: number; operations: { id: string; label: string }[] };

/** Every status of a code with its endpoints; the catalogue's own status first. */
export function problemUses(code: ProblemCode): ProblemUse[] {
  const uses = new Map<number, ProblemUse['operations']>([[PROBLEMS[code].status, []]]);
  // An unsupported method has the code of a missing path (ruling 7); it belongs to no endpoint.
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

function parameterField({ in: place, name, required, description, schema }: ParameterObject): Field {
  const field = fieldOf(name, schema, required === true);
  return { ...field, type: `${typeOf(schema)} in the ${place}`, ...optional('description', description) };
}

function resolve(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
}

/**
 * The fields of an object, nested ones after their parent with dotted names. For an object with variants, all fields; those
 * of one variant name it.
 */
function flatten(schema: Schema, document: Document, prefix = ''): Field[] {
  if (schema.oneOf) return flattenVariants(schema, document);
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

function flattenVariants({ oneOf = [], discriminator }: Schema, document: Document): Field[] {
  const tag = discriminator?.propertyName ?? '';
  const variants = oneOf.map((variant) => resolve(variant, document));
  const valuesOf = ({ properties = {} }: Schema) => properties[tag]?.enum ?? [properties[tag]?.const ?? ''];
  const fields = new Map<string, Field>();
  for (const variant of variants) {
    const when = `only when \`${tag}\` is ${valuesOf(variant)
      .map((value) => `\`${value}\``)
      .join(' or ')}`;
    const isEverywhere = (name: string) =>
      variants.every(({ properties = {} }) => (name.split(/[.[]/)[0] ?? '') in properties);
    for (const field of flatten(variant, document)) {
      if (field.name === tag)
        fields.set(tag, {
          ...field,
          rules: rulesOf({ enum: variants.flatMap(valuesOf) }),
          description: variants
            .map(({ properties }) => describeTag(properties?.[tag]))
            .filter((text, place, all) => all.indexOf(text) === place)
            .join(' '),
        });
      else if (isEverywhere(field.name)) fields.set(field.name, field);
      else fields.set(field.name, { ...field, isRequired: false, rules: [...field.rules, when] });
    }
  }
  return [...fields.values()];
}

/** What a variant says of its tag; of a single value, with the value, because it stands among others here. */
function describeTag({ const: value, description = '' }: Schema = {}): string {
  return value === undefined ? description : `\`${value}\`: ${description}`;
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  return {
    id: '',
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

/** The rules of a schema in words. Bounds that are only those of a double are left out. */
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
  if (propertyNames?.maxLength !== undefined) rules.push(`keys of at most ${propertyNames.maxLength} characters`);
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  if (values?.maxLength !== undefined) rules.push(`values of at most ${values.maxLength} characters`);
  if (schema.format === 'uri') rules.push('an absolute `https://` address');
  else if (schema.pattern) rules.push(`matches \`${schema.pattern}\``);
  if (schema.default !== undefined) rules.push(`\`${schema.default}\` when left out`);
  return rules;
}
