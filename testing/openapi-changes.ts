/** The part of JSON Schema that our contracts use. */
type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: string[];
  const?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  discriminator?: { propertyName: string };
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxProperties?: number;
};
type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { headers?: object; content?: Content }>;
};
export type OpenApi = {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

const LOWER_BOUNDS = ['minimum', 'minLength'] as const;
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxProperties'] as const;

/**
 * What a client that was written for `before` would trip over in `after`, one line each (specification 9.6: changes within a
 * version are additive). Requests may only be accepted more widely; responses may only gain optional or new members.
 */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  const found: string[] = [];
  const resolve = (schema: Schema, { components }: OpenApi): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (components?.schemas?.[name] ?? {});
  };

  /** Compares a schema of a request or of a response. */
  function compare(one: Schema, other: Schema, place: string, isRequest: boolean): void {
    const old = resolve(one, before);
    const now = resolve(other, after);
    const breaks = (what: string) => void found.push(`${place}: ${what}`);
    if (old.oneOf || now.oneOf) {
      compareVariants(old, now, place, isRequest);
      return;
    }
    if (old.type !== now.type) breaks(`type ${old.type} is now ${now.type}`);
    if (old.format !== now.format || old.pattern !== now.pattern) breaks('format or pattern changed');
    compareValues(old, now, isRequest, breaks);
    if (isRequest) compareBounds(old, now, breaks);
    if (isRequest && old.additionalProperties !== false && now.additionalProperties === false) breaks('is closed');
    for (const [name, member] of Object.entries(old.properties ?? {})) {
      const kept = now.properties?.[name];
      if (!kept) breaks(`${name} is gone`);
      else compare(member, kept, `${place}.${name}`, isRequest);
    }
    const [must, may] = isRequest ? [now, old] : [old, now];
    for (const name of must.required ?? [])
      if (!may.required?.includes(name)) breaks(`${name} is ${isRequest ? 'required now' : 'optional now'}`);
    if (old.items && now.items) compare(old.items, now.items, `${place}[]`, isRequest);
    // Where partners choose the names.
    if (old.propertyNames && now.propertyNames)
      compare(old.propertyNames, now.propertyNames, `${place}(names)`, isRequest);
    const [members, later] = [membersOf(old), membersOf(now)];
    if (members && later) compare(members, later, `${place}(members)`, isRequest);
  }

  function compareVariants(old: Schema, now: Schema, place: string, isRequest: boolean): void {
    const tag = old.discriminator?.propertyName ?? '';
    const earlier = variantsOf(old, before, tag);
    const later = variantsOf(now, after, tag);
    for (const [value, variant] of earlier) {
      const kept = later.get(value);
      if (!kept) found.push(`${place}: ${tag} ${value} is gone`);
      else compare(withoutTag(variant, tag), withoutTag(kept, tag), `${place}(${value})`, isRequest);
    }
    // Clients are told to expect further codes, and nothing else.
    for (const value of later.keys())
      if (!earlier.has(value) && tag !== 'code') found.push(`${place}: ${tag} ${value} is new`);
  }

  function variantsOf(schema: Schema, document: OpenApi, tag: string): Map<string, Schema> {
    const variants = (schema.oneOf ?? [schema]).map((variant) => resolve(variant, document));
    return new Map(
      variants.flatMap((variant) => valuesOf(variant.properties?.[tag] ?? {}).map((value) => [value, variant])),
    );
  }

  for (const [path, methods] of Object.entries(before.paths ?? {}))
    for (const [method, old] of Object.entries(methods)) {
      const place = `${method.toUpperCase()} ${path}`;
      const now = after.paths?.[path]?.[method];
      if (!now) {
        found.push(`${place} is gone`);
        continue;
      }
      if (old.operationId !== now.operationId)
        found.push(`${place}: ${old.operationId} is named ${now.operationId} now`);
      if (JSON.stringify(old.security) !== JSON.stringify(now.security))
        found.push(`${place}: its security is another`);
      if (now.requestBody?.required && !old.requestBody?.required) found.push(`${place}: its body is required now`);
      for (const parameter of now.parameters ?? []) {
        const known = old.parameters?.find(({ name }) => name === parameter.name);
        if (known) compare(known.schema, parameter.schema, `${place} ${parameter.name}`, true);
        if (parameter.required && !known?.required) found.push(`${place}: ${parameter.name} is required now`);
      }
      compareContent(old.requestBody?.content, now.requestBody?.content, `${place} body`, true);
      for (const [status, reply] of Object.entries(old.responses)) {
        const kept = now.responses[status];
        if (!kept) found.push(`${place}: ${status} is gone`);
        for (const name of Object.keys(reply.headers ?? {}))
          if (!Object.keys(kept?.headers ?? {}).includes(name))
            found.push(`${place} ${status}: the header ${name} is gone`);
        compareContent(reply.content, kept?.content, `${place} ${status}`, false);
      }
    }

  function compareContent(old: Content = {}, now: Content = {}, place: string, isRequest: boolean): void {
    for (const [mediaType, { schema }] of Object.entries(old)) {
      const kept = now[mediaType];
      if (!kept) found.push(`${place}: ${mediaType} is gone`);
      else compare(schema, kept.schema, place, isRequest);
    }
  }

  return found;
}

/** The schema of members whose names partners choose. */
function membersOf({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function valuesOf({ const: constant, enum: values }: Schema): string[] {
  return values ?? (constant === undefined ? [] : [constant]);
}

/** What tells variants apart is compared as variants are: not within one of them. */
function withoutTag(schema: Schema, tag: string): Schema {
  const { [tag]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function compareValues(old: Schema, now: Schema, isRequest: boolean, breaks: (what: string) => void): void {
  const [earlier, later] = [valuesOf(old), valuesOf(now)];
  const [wide, narrow] = isRequest ? [earlier, later] : [later, earlier];
  if (narrow.length === 0) return;
  for (const value of wide)
    if (!narrow.includes(value)) breaks(`${value} is ${isRequest ? 'refused now' : 'a new value'}`);
  if (wide.length === 0) breaks(isRequest ? 'takes certain values only now' : 'may have any value now');
}

function compareBounds(old: Schema, now: Schema, breaks: (what: string) => void): void {
  for (const name of LOWER_BOUNDS) if ((now[name] ?? -Infinity) > (old[name] ?? -Infinity)) breaks(`${name} is higher`);
  for (const name of UPPER_BOUNDS) if ((now[name] ?? Infinity) < (old[name] ?? Infinity)) breaks(`${name} is lower`);
}
