import type { Instance } from '../testing/instance.ts';

/** A form of a page, as a browser would send it untouched. */
export type PageForm = { action: string; fields: [name: string, value: string][] };

/** Everything on an instance that hostile requests start from: what works, so that they get past the door. */
export type World = {
  baseUrl: string;
  /** The OpenAPI document that the instance serves. */
  openApi: OpenApi;
  key: string;
  cause: string;
  /** Open links of that cause. */
  links: string[];
  /** Cookies by who is signed in; nobody has none. */
  sessions: Readonly<Record<Role, string>>;
  /** Addresses of pages that somebody was led to, with who saw them. */
  pages: { path: string; role: Role }[];
  /** Forms of these pages that change something, with who saw them. */
  forms: { form: PageForm; role: Role }[];
};
type Role = 'nobody' | 'creator' | 'staff';

export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
};
export type OpenApi = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
};

const LINKS = 20;
/** Pages looked at as each of the three; lists are long, and one of each kind is enough. */
const PAGES_EACH = 120;
/** What would end the session that looks, or is the way out of it. */
const NOT_TRIED = /^\/dashboard\/actions\/session\./;

/**
 * Gets an instance with the emulators ready: signs in, goes wherever its pages lead, and makes a key, a cause and links that no
 * form of a page names, so that nothing tried there takes them away.
 */
export async function explore(instance: Instance): Promise<World> {
  const { baseUrl, demo } = instance;
  const sessions = {
    nobody: '',
    creator: await signIn(instance, demo.creator_email),
    staff: await signIn(instance, demo.staff_email),
  };
  const pages: World['pages'] = [];
  const forms: World['forms'] = [];
  for (const role of ['nobody', 'creator', 'staff'] as const) {
    const seeds =
      role === 'nobody'
        ? ['/', new URL(demo.checkout_url).pathname + new URL(demo.checkout_url).search, '/sign-in', '/docs']
        : ['/dashboard'];
    const found = await walk(baseUrl, sessions[role], seeds);
    pages.push(...found.pages.map((path) => ({ path, role })));
    forms.push(...found.forms.map((form) => ({ form, role })));
  }
  const openApi = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApi;
  return { baseUrl, openApi, sessions, pages, forms, ...(await newPartner(instance)) };
}

async function newPartner(instance: Instance): Promise<Pick<World, 'key' | 'cause' | 'links'>> {
  const { id } = await instance.operate<{ id: string }>('client', 'create', { name: 'Fuzz' });
  const permissions = 'cause:read,causes:write,checkout_links:write,checkout_links:read,creators:provision';
  const { key } = await instance.operate<{ key: string }>('key', 'create', { client: id, permissions });
  const post = async <Made>(path: string, body: object): Promise<Made> => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const reply = await fetch(instance.baseUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} answers ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as Made;
  };
  const cause = await post<{ key: string }>('/v1/causes', {
    title: 'Roofs',
    country: 'CO',
    owner: { email: 'owner@example.org', name: 'Owner' },
    ...{ terms_accepted_at: '2026-01-01T00:00:00Z', terms_version: '1', terms_accepted_ip: '203.0.113.7' },
  });
  await instance.operate('cause', 'publish', { key: cause.key });
  const links: string[] = [];
  for (let i = 0; i < LINKS; i++) {
    const link = { cause: cause.key, amount: 50_000, currency: 'COP' };
    links.push((await post<{ id: string }>('/v1/checkout_links', link)).id);
  }
  return { key, cause: cause.key, links };
}

/** Signs in by the code in the mail. Returns the cookie of the session. */
async function signIn({ baseUrl, emulatorUrl }: Instance, email: string): Promise<string> {
  const submit = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(baseUrl + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: baseUrl, 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
      body: new URLSearchParams(fields),
    });
  const asked = await submit('/sign-in/request', { email });
  const code = await newestCode(`${emulatorUrl}/mailbox.json?to=${encodeURIComponent(email)}`);
  const entered = await submit('/sign-in/verify', { code }, cookiesOf(asked));
  const session = entered.headers.getSetCookie().find((one) => /session=[^;]/.test(one));
  if (!session)
    throw new Error(`${email} could not sign in: ${entered.status} ${entered.headers.get('location')}`);
  return cookiesOf(entered);
}

function cookiesOf(reply: Response): string {
  return reply.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}

/** Mail is delivered by the worker: asked for until it is there. */
async function newestCode(mailbox: string): Promise<string> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const mails = (await (await fetch(mailbox)).json()) as { subject: string }[];
    const code = /\d{4} \d{4}/.exec(mails[0]?.subject ?? '')?.[0];
    if (code) return code;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The mail with the code did not come within 30 s.');
}

/** Follows the links of pages, and collects their forms; of addresses that differ only in an id, a few. */
async function walk(baseUrl: string, cookie: string, seeds: string[]) {
  const pages: string[] = [];
  const forms = new Map<string, PageForm>();
  const kinds = new Map<string, number>();
  const queue = [...seeds];
  for (let path = queue.shift(); path !== undefined && pages.length < PAGES_EACH; path = queue.shift()) {
    if (pages.includes(path)) continue;
    const kind = path.replaceAll(/[\w-]*\d[\w-]*/g, '*');
    const seen = kinds.get(kind) ?? 0;
    if (seen >= 2) continue;
    kinds.set(kind, seen + 1);
    const reply = await fetch(baseUrl + path, { headers: { Cookie: cookie }, redirect: 'manual' });
    const html = reply.headers.get('content-type')?.startsWith('text/html') ? await reply.text() : '';
    pages.push(path);
    for (const href of html.matchAll(/\shref="([^"]+)"/g)) queue.push(...ownPath(href[1] ?? '', baseUrl));
    for (const form of formsIn(html)) if (!NOT_TRIED.test(form.action)) forms.set(keyOf(form), form);
  }
  return { pages, forms: [...forms.values()] };
}

function ownPath(href: string, baseUrl: string): string[] {
  const url = URL.canParse(unescaped(href), baseUrl) ? new URL(unescaped(href), baseUrl) : undefined;
  return url?.origin === baseUrl ? [url.pathname + url.search] : [];
}

/** Forms of our own pages that are sent with POST: attributes are always quoted there. */
function formsIn(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = '', inside = '']) => {
    if (!/\smethod="post"/i.test(head)) return [];
    const fields = [...inside.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)].flatMap(([tag]) => {
      const name = attribute(tag, 'name');
      return name ? [[name, attribute(tag, 'value') ?? '1'] as [string, string]] : [];
    });
    return [{ action: attribute(head, 'action') ?? '', fields }];
  });
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : unescaped(found);
}

function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function keyOf({ action, fields }: PageForm): string {
  return `${action} ${fields.map(([name]) => name).join(' ')}`;
}
