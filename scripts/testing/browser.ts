import type { Service } from './service.ts';

/** One browser to the service: what it was given to keep it sends with every later call. */
export type TestBrowser = Pick<Service, 'call'> & { cookies: Map<string, string> };

/** A browser that has been nowhere yet. Call it whenever; the service is there once tests run. */
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
