import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { acceptedCodings } from './accept-encoding.ts';

/** The path of a build's files, whose names contain a hash of their content. */
const PREFIX = '/_next/static/';
const YEAR_SECONDS = 31_536_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * Serves scripts and styles of a build as compressed by scripts/build.ts, and passes on everything else. Next would
 * compress the same file again for every donor, and less well.
 * @param folder of the build, absolute
 */
export function serveBuildFiles(folder: string, next: Handler): Handler {
  const serve = sirv(join(folder, 'static'), {
    maxAge: YEAR_SECONDS,
    immutable: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
  });
  return (request, response) => {
    const address = request.url ?? '/';
    if (!address.startsWith(PREFIX)) return next(request, response);
    request.url = address.slice(PREFIX.length - 1);
    request.headers['accept-encoding'] = acceptedCodings(request.headers['accept-encoding']);
    serve(request, response, () => {
      request.url = address;
      return next(request, response);
    });
  };
}
