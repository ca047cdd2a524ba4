import type { Service } from './service.ts';

/** A browser with a cookie jar, which it sends with every call. */
export type TestBrowser = Pick<Service, 'call'> & { cookies: Map<string, string> };

/** A browser without cookies. Can be created before the service runs. */
export function newBrowser(service: Pick<Service, 'call'>): TestBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    call: async (path, options = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...options.headers, ...(cookie && { cookie }) };
      const reply = await service.call(path, { ...options, headers });
      for (const line of reply.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) cookies.set(name, value);
      }
      return reply;
    },
  };
}
