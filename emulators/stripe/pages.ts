import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionReset, type EmulatorContext } from '../emulator.ts';
import { escapeHtml, pageHeaders, renderPage } from '../html.ts';
import type { AccountStore, Challenge, Intent } from './account-store.ts';
import { renderChallengePage } from './challenge-page.ts';
import { finishChallenge } from './confirm.ts';
import { formatAmount } from './currencies.ts';
import { StripeApiError } from './errors.ts';
import { readKey } from './keys.ts';

/** How `/emu/stripe.js` and the Payment Element misbehave. */
export type ScriptSwitch = {
  mode: 'ok' | 'error' | 'blocked' | 'slow' | 'loaderror';
  delayMs: number;
  /** The test wallet in every browser, and its owner; null where browsers have none. */
  wallet: { type: 'apple_pay' | 'google_pay'; name: string; email: string } | null;
};

type Parts = { context: EmulatorContext; storeOf: (account: string) => AccountStore; script: ScriptSwitch };

/** `/emu/stripe.js` is these files concatenated: one classic script that defines window.Stripe at once. */
const SDK_PARTS = ['sdk-frame.js', 'sdk-dialog.js', 'sdk-elements.js', 'sdk-stripe.js'];

const ASSETS: Record<string, string> = {
  'dialog-frame.js': 'text/javascript',
  'element-frame.js': 'text/javascript',
  'frame.js': 'text/javascript',
  'frame-brands.js': 'text/javascript',
  'frame-card.js': 'text/javascript',
  'frame-texts.js': 'text/javascript',
  'express.js': 'text/javascript',
  'sheet.js': 'text/javascript',
  'express.css': 'text/css',
  'frame.css': 'text/css',
  'challenge.js': 'text/javascript',
  'challenge.css': 'text/css',
};

const FRAMES: Record<string, string> = {
  payment: 'frame.html',
  express: 'express.html',
  sheet: 'sheet.html',
};

/** The page that embeds the elements reads it too. */
const FOR_EVERYONE = { 'access-control-allow-origin': '*' };

/** Creates the handler of `/emu/…`: stripe.js, the frames of its elements, 3-D Secure pages, receipts. */
export function createPages({ context, storeOf, script }: Parts) {
  const embedders = `'self' ${context.appUrl} http://localhost:* http://127.0.0.1:*`;

  async function serveSdk(): Promise<Response> {
    if (script.mode === 'blocked') throw new ConnectionReset();
    if (script.mode === 'error') return new Response('// played by a switch of the emulator\n', { status: 500 });
    if (script.mode === 'slow') await sleep(script.delayMs);
    return asset(SDK_PARTS.map(readAsset).join('\n'), 'text/javascript');
  }

  /** A frame loads this before it can be used. */
  function openSession(request: Request, url: URL): Response {
    if (script.mode === 'loaderror') {
      const message = 'The Payment Element could not load (played by a switch of the emulator).';
      return Response.json({ error: { type: 'api_error', message } }, { status: 500 });
    }
    try {
      readKey(request, url.searchParams.get('key') ?? undefined);
      return Response.json({ wallet: script.wallet }, { headers: FOR_EVERYONE });
    } catch (cause) {
      if (!(cause instanceof StripeApiError)) throw cause;
      return Response.json({ error: cause.body }, { status: cause.status });
    }
  }

  async function challenge(request: Request, url: URL, account: string, id: string): Promise<Response> {
    const store = storeOf(account);
    const found = store.challenges.get(id);
    const intent = store.intents.get(found?.intent ?? '');
    if (found === undefined || intent === undefined) return new Response('No such challenge\n', { status: 404 });
    if (request.method === 'POST') {
      const outcome = new URLSearchParams(await request.text()).get('outcome') === 'complete' ? 'complete' : 'fail';
      const ended = finishChallenge(store, id, outcome) ?? intent;
      if (found.returnUrl === null) return Response.json({ status: ended.status });
      return Response.redirect(returnAddress(found.returnUrl, ended), 303);
    }
    const language = url.searchParams.get('locale') ?? request.headers.get('accept-language') ?? 'en';
    const policy = challengePolicy(found, embedders);
    const html = renderChallengePage({ intent, language, embedded: found.returnUrl === null });
    return new Response(html, { headers: { ...pageHeaders(policy) } });
  }

  return async (request: Request, url: URL): Promise<Response> => {
    const [, root, section = '', name = '', id = ''] = url.pathname.split('/');
    if (root !== 'emu') return new Response('Not found\n', { status: 404 });
    if (section === '3ds') return challenge(request, url, name, id);
    if (request.method !== 'GET') return new Response('Use GET\n', { status: 405 });
    if (section === 'stripe.js') return serveSdk();
    if (section === 'receipts') return receipt(name, url.searchParams.get('account') ?? 'emulator');
    if (section !== 'elements') return new Response('Not found\n', { status: 404 });
    if (name === 'session') return openSession(request, url);
    if (Object.hasOwn(FRAMES, name))
      return new Response(readAsset(FRAMES[name] ?? ''), { headers: frameHeaders(embedders) });
    const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
    return type === undefined ? new Response('Not found\n', { status: 404 }) : asset(readAsset(name), type);
  };

  function receipt(id: string, account: string): Response {
    const intent = storeOf(account).intents.get(id);
    if (intent === undefined) return new Response('Not found\n', { status: 404 });
    return renderPage(
      'Receipt of the card processor',
      `<p>${escapeHtml(amountOf(intent))}, ${escapeHtml(intent.status)}</p>`,
    );
  }
}

/** The donor's address after a redirect, with the three parameters that Stripe adds. */
function returnAddress(returnUrl: string, intent: Intent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function amountOf(intent: Intent): string {
  return formatAmount(intent.amount, intent.currency);
}

/** The policy checks a form's redirect as well, so the return address must be allowed. */
function challengePolicy(challenge: Challenge, embedders: string): string {
  const back = challenge.returnUrl === null ? '' : ` ${new URL(challenge.returnUrl).origin}`;
  const ancestors = challenge.returnUrl === null ? embedders : "'none'";
  return `script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'${back}; frame-ancestors ${ancestors}`;
}

function frameHeaders(embedders: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
      `form-action 'none'; frame-ancestors ${embedders}`,
  };
}

function readAsset(name: string): string {
  return readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');
}

function asset(text: string, type: string): Response {
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      // Pages that isolate themselves (COEP) can load it, as they can load the real one.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    },
  });
}
