import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { matchPath } from '#lib/http/routes.ts';

type Reply = { description: string; content?: Record<string, { schema: object }> };
/** The document with every object closed: a member that it does not name is an error of ours. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  return members.type === 'object' && members.properties && members.additionalProperties === undefined
    ? { ...members, additionalProperties: false }
    : members;
}

type Document = { paths?: Record<string, Record<string, { responses: Record<string, Reply> }>> };

/**
 * Checks responses against an OpenAPI document. Throws if a response of a documented path has an undocumented status, media
 * type or body; ignores other paths.
 */
export function openApiCheck(source: object) {
  const document = closed(source) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The plugin is a CommonJS module: natively its function is the default of the default.
  const plugin = ('default' in addFormats ? addFormats.default : addFormats) as unknown as (instance: Ajv2020) => void;
  plugin(ajv);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const paths = Object.keys(document.paths ?? {});

  return async (method: string, pathname: string, status: number, mediaType: string, body: unknown): Promise<void> => {
    const path = paths.find((template) => matchPath(template, pathname) !== undefined);
    if (path === undefined) return;
    const operation = document.paths?.[path]?.[method.toLowerCase()];
    if (!operation) return;
    // Nothing is there: the service reads this address as another one than the template does.
    if (status === 404 && (body as { code?: string } | undefined)?.code === 'not_found') return;
    const where = `${method} ${path} ${status}`;
    const reply = operation.responses[String(status)];
    if (!reply) throw new Error(`${where} is not in the OpenAPI document`);
    if (status === 304) return;
    if (!reply.content?.[mediaType])
      throw new Error(`${where} answered ${mediaType}, which the document does not name`);
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', mediaType, 'schema'];
    const ref = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    if (!validate(body))
      throw new Error(`${where} breaks its schema: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`);
  };
}
