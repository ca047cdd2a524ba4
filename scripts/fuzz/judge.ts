import type { openApiCheck } from '../testing/openapi-check.ts';
import { headerOf, type WireAnswer, type WireRequest } from './wire.ts';

/** Where a browser or a client must never be sent, and what must never become a header: requests carry both. */
const FOREIGN = /evil\.example/;
const INJECTED = 'x-injected';

/** What only our own files would say: places in the sources, the database's and the libraries' words. */
const INSIDES = /node_modules|\bat \S+ \(|\.tsx?:\d+:\d+|Prisma|PostgreSQL|\bECONN/;
/** Where such words belong: documentation, scripts, and pages that show what others typed. */
const SPEAKS_OF_INSIDES = /^\/(docs|openapi\.json|dashboard|_next\/static)/;

/**
 * What is wrong with an answer; undefined where nothing is. Nothing was injected into the service or its gateways, so that no
 * answer of 500 or above is right but the one that says that an announced endpoint does not exist yet (501).
 */
export async function faultOf(
  request: WireRequest,
  answer: WireAnswer | null,
  check: ReturnType<typeof openApiCheck>,
): Promise<string | undefined> {
  if (answer === null) return request.isCut ? undefined : 'The connection ended without an answer.';
  const { status, body } = answer;
  const [path = ''] = request.target.split(/[?#]/, 1);
  if (!(status >= 200 && status < 600)) return 'The answer has no status.';
  if (answer.isFollowed) return 'More came than one answer.';
  if (status >= 500 && !(status === 501 && path.startsWith('/v1/'))) return `The service answered ${status}.`;
  if (headerOf(answer, 'x-content-type-options') !== 'nosniff') return 'The answer carries no nosniff.';
  if (headerOf(answer, INJECTED) !== undefined) return 'A header of the answer was written by the request.';
  const location = headerOf(answer, 'location');
  if (location !== undefined && !leadsHome(location)) return `The answer leads to ${location}.`;
  if (INSIDES.test(body) && !SPEAKS_OF_INSIDES.test(path))
    return `The answer tells of the inside: ${INSIDES.exec(body)?.[0]}`;
  const mediaType = (headerOf(answer, 'content-type') ?? '').split(';')[0] ?? '';
  if (mediaType === 'application/problem+json')
    return faultOfProblem(answer) ?? undescribed(request, answer, mediaType, path, check);
  if (path === '/v1' || path.startsWith('/v1/')) return undescribed(request, answer, mediaType, path, check);
  return undefined;
}

function leadsHome(location: string): boolean {
  if (FOREIGN.test(new URL(location, 'http://here.invalid').host)) return false;
  return /^\/(?![/\\])/.test(location) || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(location);
}

/** A problem document says what RFC 9457 and the catalogue ask of it, and the status that it came with. */
function faultOfProblem({ status, body }: WireAnswer): string | undefined {
  if (body === '') return undefined;
  const problem = parsed(body) as Partial<Record<string, unknown>> | undefined;
  if (!problem) return 'The problem document is no JSON.';
  for (const member of ['type', 'title', 'detail', 'code'])
    if (typeof problem[member] !== 'string') return `The problem document has no ${member}.`;
  return problem.status === status
    ? undefined
    : `The problem document says ${problem.status}, the answer ${status}.`;
}

/** What OpenAPI describes is checked against it; under /v1 all else must be a problem document. */
async function undescribed(
  { method }: WireRequest,
  { status, body }: WireAnswer,
  mediaType: string,
  path: string,
  check: ReturnType<typeof openApiCheck>,
): Promise<string | undefined> {
  // A head has no body to check.
  if (method === 'HEAD' || status === 304) return undefined;
  if (path.startsWith('/v1') && status >= 400 && mediaType !== 'application/problem+json')
    return `The answer is ${mediaType || 'of no type'} and not a problem document.`;
  try {
    await check(method, path, status, mediaType, parsed(body));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
