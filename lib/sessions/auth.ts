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

/** better-auth, for the signed session cookie and for single-use challenges. None of its HTTP endpoints is mounted. */
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
    // Given explicitly, so that better-auth reads no environment variable of its own.
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
        // It would require tables and columns that we do not use.
        validateSchema: false,
      },
    },
    plugins: [challengePlugin, cookiePlugin],
  });
}
