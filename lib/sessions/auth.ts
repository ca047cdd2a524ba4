import { prismaAdapter } from 'better-auth/adapters/prisma';
import { betterAuth } from 'better-auth/minimal';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { challengePlugin, SESSION_SECONDS } from './challenge-plugin.ts';
import { authSecret } from './secret.ts';

const AUTH = Symbol.for('fundraising.auth');
type Auth = ReturnType<typeof createAuth>;
type Holder = { [AUTH]?: Promise<Auth> };

/** better-auth on our accounts: sessions, their cookies and what is proven once. None of its HTTP endpoints is mounted. */
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
    user: {
      modelName: 'account',
      // What accounts are found by is the email without regard to case.
      fields: { email: 'emailKey' },
      additionalFields: { role: { type: 'string', input: false } },
    },
    // Passwords and accounts at other services, which we do not have; only its name must not be that of our accounts.
    account: { modelName: 'credential' },
    session: {
      fields: { userId: 'accountId' },
      expiresIn: Math.max(...Object.values(SESSION_SECONDS)),
      disableSessionRefresh: true,
    },
    advanced: {
      // The prefix for hosts binds the cookie to this host and to https (RFC 6265bis); plain http cannot have it.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: isSecure ? '__Host-session' : 'session',
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
        },
      },
      // The header that our front door writes and no caller can.
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
      database: {
        generateId: ({ model }) => newId(model === 'session' ? 'session' : 'verification'),
        // It would ask for the tables and columns of what we do not use; the migrations are ours.
        validateSchema: false,
      },
    },
    plugins: [challengePlugin],
  });
}
