import { prismaAdapter } from 'better-auth/adapters/prisma';
import { betterAuth } from 'better-auth/minimal';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { challengePlugin } from './challenge-plugin.ts';
import { cookiePlugin } from './cookie-plugin.ts';
import { authSecret } from './secret.ts';

const AUTH = Symbol.for('fundraising.auth');
type Auth = ReturnType<typeof createAuth>;
type Holder = { [AUTH]?: Promise<Auth> };

/** better-auth: the signed cookie of a session and what is proven once. None of its HTTP endpoints is mounted. */
export function auth(): Promise<Auth> {
  const holder = globalThis as Holder;
  holder[AUTH] ??= authSecret()
    .then(createAuth)
    .catch((error: unknown) => {
      delete holder[AUTH];
      throw error;
    });
  return holder[AUTH];
}

function createAuth(secret: string) {
  const { publicBaseUrl } = env();
  const isSecure = publicBaseUrl.startsWith('https:');
  return betterAuth({
    baseURL: publicBaseUrl,
    // Named in full, so that no variable of better-auth's own is read in its place.
    secrets: [{ version: 1, value: secret }],
    telemetry: { enabled: false },
    logger: { log: (level, message) => log()[level]({ from: 'better-auth' }, message) },
    database: prismaAdapter(db(), { provider: 'postgresql' }),
    advanced: {
      // The prefix for hosts binds the cookie to this host and to https (RFC 6265bis); plain http cannot have it.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: isSecure ? '__Host-session' : 'session',
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
        },
      },
      database: {
        generateId: () => newId('verification'),
        // It would ask for the tables and columns of what we do not use; the migrations are ours.
        validateSchema: false,
      },
    },
    plugins: [challengePlugin, cookiePlugin],
  });
}
