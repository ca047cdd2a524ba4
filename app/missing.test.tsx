import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { withPageResponse } from '#lib/http/page-status.ts';
import { ownDatabase } from '#testing/ledger.ts';
import CausePage from './c/[slug]/page.tsx';
import CheckoutPage from './checkout/page.tsx';
import ReturnPage from './checkout/return/page.tsx';
import DocsTopicPage from './docs/[topic]/page.tsx';
import ReceiptPage from './receipt/[token]/page.tsx';

// Outside a request of Next there are neither cookies nor headers.
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

ownDatabase();

const asked = <Values extends object>(values: Values) => Promise.resolve(values);
const link = asked({ ref: 'chl_nothing', lang: undefined, pay: undefined, receipt: undefined });
const none = { before: undefined, updates: undefined, gift: undefined, amount: undefined, choice: undefined };

test.each<[string, () => Promise<ReactNode>]>([
  ['a link', () => CheckoutPage({ searchParams: link })],
  [
    'a link that a bank leads back to',
    () => ReturnPage({ searchParams: asked({ ref: 'x', lang: undefined, collection_status: undefined }) }),
  ],
  [
    'a cause',
    () => CausePage({ params: asked({ slug: 'nothing' }), searchParams: asked({ lang: undefined, ...none }) }),
  ],
  ['the documentation', () => DocsTopicPage({ params: asked({ topic: 'nothing' }) })],
  ['a receipt', () => ReceiptPage({ params: asked({ token: 'rct_nothing' }), searchParams: asked({}) })],
])('the page of %s that does not exist is a 404 that is read without scripts', async (_what, render) => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const page = await withPageResponse(response, render);
  expect(response.statusCode).toBe(404);
  const { prelude } = await prerenderToNodeStream(page);
  expect(await text(prelude)).toContain('This page does not exist</h1>');
});
