import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { matchPath } from '#lib/http/router.ts';

type Reply = { description: string; content?: Record<string, { schema: object }> };
type Document = { paths?: Record<string, Record<string, { responses: Record<string, Reply> }>> };

/**
 * A check of answers against an OpenAPI document. It throws when an answer under a documented path has a status, a media
 * type or a body the document does not promise; paths that are not documented are left alone.
 */
export function openApiCheck(source: object) {
  const document = source as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The plugin is a CommonJS module: natively its function is the default of the default.
  const plugin = ('default' in addFormats ? addFormats.default : addFormats) as unknown as (
    instance: Ajv2020,
  ) => void;
  plugin(ajv);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const paths = Object.keys(document.paths ?? {});

  return async (
    method: string,
    pathname: string,
    status: number,
    mediaType: string,
    body: unknown,
  ): Promise<void> => {
    const path = paths.find((template) => matchPath(template, pathname) !== undefined);
    if (path === undefined) return;
    const operation = document.paths?.[path]?.[method.toLowerCase()];
    if (!operation) return;
    const where = `${method} ${path} ${status}`;
    const reply = operation.responses[String(status)];
    if (!reply) throw new Error(`${where} is not in the OpenAPI document`);
    if (status === 304) return;
    if (!reply.content?.[mediaType])
      throw new Error(`${where} answered ${mediaType}, which the document does not name`);
    const pointer = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      mediaType,
      'schema',
    ];
    const ref = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    if (!validate(body))
      throw new Error(
        `${where} breaks its schema: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
  };
}
