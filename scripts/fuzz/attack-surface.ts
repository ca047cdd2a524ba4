import type { Instance } from '#testing/instance.ts';
import { DashboardVisitor } from '../dashboard-visitor.ts';

/** A form of a page, as a browser would send it untouched. */
export type PageForm = { action: string; fields: [name: string, value: string][] };

/** The input of hostile requests: valid addresses, forms, keys and sessions, so that requests get past the first check. */
export type AttackSurface = {
  baseUrl: string;
  /** The OpenAPI document that the instance serves. */
  openApi: OpenApi;
  key: string;
  cause: string;
  /** Open links of that cause. */
  links: string[];
  /** Session cookies by role; `nobody` has none. */
  sessions: Readonly<Record<Role, string>>;
  /** Addresses of pages that a role can reach by links. */
  pages: { path: string; role: Role }[];
  /** Forms of these pages that are sent with POST. */
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
/** Lists are long, and a few pages of each kind are enough. */
const MAX_PAGES_PER_ROLE = 120;
/** They would end the session. */
const EXCLUDED_ACTIONS = /^\/dashboard\/actions\/session\./;

/**
 * Finds the attack surface of an instance that runs with the emulators: signs in, follows the links of its pages, and creates a
 * key, a cause and links of its own, which no form of those pages can revoke or close.
 */
export async function findAttackSurface(instance: Instance): Promise<AttackSurface> {
  const { baseUrl, demo } = instance;
  const sessions = {
    nobody: '',
    creator: await signIn(instance, demo.creator_email),
    staff: await signIn(instance, demo.staff_email),
  };
  const pages: AttackSurface['pages'] = [];
  const forms: AttackSurface['forms'] = [];
  for (const role of ['nobody', 'creator', 'staff'] as const) {
    const seeds =
      role === 'nobody'
        ? ['/', new URL(demo.checkout_url).pathname + new URL(demo.checkout_url).search, '/sign-in', '/docs']
        : ['/dashboard'];
    const found = await crawl(baseUrl, sessions[role], seeds);
    pages.push(...found.pages.map((path) => ({ path, role })));
    forms.push(...found.forms.map((form) => ({ form, role })));
  }
  const openApi = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApi;
  return { baseUrl, openApi, sessions, pages, forms, ...(await newPartner(instance)) };
}

async function newPartner(instance: Instance): Promise<Pick<AttackSurface, 'key' | 'cause' | 'links'>> {
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
    terms_accepted_at: '2026-01-01T00:00:00Z',
    terms_version: '1',
    terms_accepted_ip: '203.0.113.7',
  });
  await instance.operate('cause', 'publish', { key: cause.key });
  const links: string[] = [];
  for (let i = 0; i < LINKS; i++) {
    const link = { cause: cause.key, amount: 50_000, currency: 'COP' };
    links.push((await post<{ id: string }>('/v1/checkout_links', link)).id);
  }
  return { key, cause: cause.key, links };
}

/** Signs in by the code in the mail. Returns the browser's cookies. */
async function signIn(instance: Instance, email: string): Promise<string> {
  const visitor = new DashboardVisitor(instance);
  if (!(await visitor.enter(await visitor.requestCode(email)))) throw new Error(`${email} could not sign in`);
  return visitor.cookie;
}

/** Follows the links of pages and collects their forms; of addresses that differ only in an id, two. */
async function crawl(baseUrl: string, cookie: string, seeds: string[]) {
  const pages: string[] = [];
  const forms = new Map<string, PageForm>();
  const kinds = new Map<string, number>();
  const queue = [...seeds];
  for (let path = queue.shift(); path !== undefined && pages.length < MAX_PAGES_PER_ROLE; path = queue.shift()) {
    if (pages.includes(path)) continue;
    const kind = path.replaceAll(/[\w-]*\d[\w-]*/g, '*');
    const seen = kinds.get(kind) ?? 0;
    if (seen >= 2) continue;
    kinds.set(kind, seen + 1);
    const reply = await fetch(baseUrl + path, { headers: { Cookie: cookie }, redirect: 'manual' });
    const html = reply.headers.get('content-type')?.startsWith('text/html') ? await reply.text() : '';
    pages.push(path);
    for (const href of html.matchAll(/\shref="([^"]+)"/g)) queue.push(...ownPath(href[1] ?? '', baseUrl));
    for (const form of formsIn(html)) if (!EXCLUDED_ACTIONS.test(form.action)) forms.set(keyOf(form), form);
  }
  return { pages, forms: [...forms.values()] };
}

function ownPath(href: string, baseUrl: string): string[] {
  const url = URL.canParse(unescapeHtml(href), baseUrl) ? new URL(unescapeHtml(href), baseUrl) : undefined;
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
  return found === undefined ? undefined : unescapeHtml(found);
}

function unescapeHtml(html: string): string {
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
