import { createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';

const written = z.object({ token: z.string(), maxAge: z.int() });

/**
 * The session cookie, as a plugin of better-auth, which signs the token with AUTH_SECRET: a forged one needs no query to be
 * rejected. Called by our own code only, never over HTTP.
 */
export const cookiePlugin = {
  id: 'session-cookie',
  endpoints: {
    /** The token of a request's cookie; null without a cookie with our signature. */
    readToken: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (context) => {
      const { authCookies, secret } = context.context;
      const token = await context.getSignedCookie(authCookies.sessionToken.name, secret);
      return context.json({ token: token || null });
    }),

    /** Sets the token for `maxAge` seconds; zero deletes it. */
    writeToken: createAuthEndpoint.serverOnly({ method: 'POST', body: written }, async (context) => {
      const { authCookies, secret } = context.context;
      const { name, attributes } = authCookies.sessionToken;
      const { token, maxAge } = context.body;
      const options = { ...attributes, maxAge };
      if (maxAge === 0) context.setCookie(name, '', options);
      else await context.setSignedCookie(name, token, secret, options);
      return context.json(null);
    }),
  },
} as const;
