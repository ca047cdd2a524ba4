import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { env } from '#lib/env.ts';
import { Problem } from '#lib/problems/problem.ts';
import { isKnownTag } from './etag.ts';
import { problemResponse } from './response.ts';

/** Where scripts/pack-sdk.ts puts the packages, within the build. */
const FOLDER = 'sdk';
const LATEST = 'latest.tgz';
const NAME = /^(latest|fundraising-partner-\d+\.\d+\.\d+)\.tgz$/;

/**
 * Serves a package of the SDK to npm and its like. The bytes of a version never change, so they are cached for good; which
 * version is the latest is asked each time. The ETag is the package's integrity as lock files write it.
 * @param file the name that was asked for
 */
export async function sdkPackage(request: Request, file: string): Promise<Response> {
  const bytes = NAME.test(file) ? await readPackage(file) : undefined;
  if (!bytes) {
    const problem = new Problem('not_found', `This service has no such package. Its own is /sdk/${LATEST}.`);
    const { status, body, headers } = problemResponse(problem, new URL(request.url).pathname);
    return new Response(body, { status, headers });
  }
  const digest = createHash('sha512').update(bytes).digest('base64');
  const etag = `"sha512-${digest}"`;
  const headers = {
    'Cache-Control': file === LATEST ? 'public, no-cache' : 'public, max-age=31536000, immutable',
    ETag: etag,
  };
  if (isKnownTag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      'Content-Type': 'application/gzip',
      'Content-Length': String(bytes.length),
      // RFC 9530.
      'Repr-Digest': `sha-512=:${digest}:`,
    },
  });
}

async function readPackage(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(resolve(/* turbopackIgnore: true */ env().buildDir, FOLDER, file));
  } catch {
    return undefined;
  }
}
