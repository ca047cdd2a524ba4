import type { openApiCheck } from '#testing/openapi-check.ts';
import { headerOf, type WireAnswer, type WireRequest } from './wire.ts';

/** Requests carry both: no redirect may lead to this host, and no answer may have this header. */
const FOREIGN = /evil\.example/;
const INJECTED = 'x-injected';

/** Text that leaks internals: places in the sources, words of the database and of libraries. */
const INTERNALS = /node_modules|\bat \S+ \(|\.tsx?:\d+:\d+|Prisma|PostgreSQL|\bECONN/;
/** Documentation, scripts, and pages that show what others typed may contain it. */
const MAY_SHOW_INTERNALS = /^\/(docs|openapi\.json|dashboard|_next\/static)/;

/**
 * The test oracle: what is wrong with an answer, undefined if nothing is. No failures are injected into the service or its
 * gateways, so a status of 500 or above is always wrong, except 501 for an endpoint that is announced but not built.
 */
export async function checkAnswer(
  request: WireRequest,
  answer: WireAnswer | null,
  check: ReturnType<typeof openApiCheck>,
): Promise<string | undefined> {
  if (answer === null) return request.isTruncated ? undefined : 'The connection ended without an answer.';
  const { status, body } = answer;
  const [path = ''] = request.target.split(/[?#]/, 1);
  if (!(status >= 200 && status < 600)) return 'The answer has no status.';
  if (answer.hasExtraBytes) return 'More bytes followed the answer.';
  if (status >= 500 && !(status === 501 && path.startsWith('/v1/'))) return `The service answered ${status}.`;
  if (headerOf(answer, 'x-content-type-options') !== 'nosniff') return 'The answer carries no nosniff.';
  if (headerOf(answer, INJECTED) !== undefined) return 'A header of the answer was written by the request.';
  const location = headerOf(answer, 'location');
  if (location !== undefined && !staysOnSite(location)) return `The answer leads to ${location}.`;
  if (INTERNALS.test(body) && !MAY_SHOW_INTERNALS.test(path))
    return `The answer leaks internals: ${INTERNALS.exec(body)?.[0]}`;
  const mediaType = (headerOf(answer, 'content-type') ?? '').split(';')[0] ?? '';
  if (mediaType === 'application/problem+json')
    return checkProblem(answer) ?? checkAgainstOpenApi(request, answer, mediaType, path, check);
  if (path === '/v1' || path.startsWith('/v1/')) return checkAgainstOpenApi(request, answer, mediaType, path, check);
  return undefined;
}

function staysOnSite(location: string): boolean {
  if (FOREIGN.test(new URL(location, 'http://here.invalid').host)) return false;
  return /^\/(?![/\\])/.test(location) || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(location);
}

/** A problem document needs the members of RFC 9457 and of our catalogue, and the status it was sent with. */
function checkProblem({ status, body }: WireAnswer): string | undefined {
  if (body === '') return undefined;
  const problem = parsed(body) as Partial<Record<string, unknown>> | undefined;
  if (!problem) return 'The problem document is no JSON.';
  for (const member of ['type', 'title', 'detail', 'code'])
    if (typeof problem[member] !== 'string') return `The problem document has no ${member}.`;
  return problem.status === status ? undefined : `The problem document says ${problem.status}, the answer ${status}.`;
}

/** Checks an answer against the OpenAPI document; under /v1 an error must be a problem document. */
async function checkAgainstOpenApi(
  { method }: WireRequest,
  { status, body }: WireAnswer,
  mediaType: string,
  path: string,
  check: ReturnType<typeof openApiCheck>,
): Promise<string | undefined> {
  // An answer to HEAD has no body to check.
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
