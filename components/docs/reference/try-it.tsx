'use client';

import { type FormEvent, useId, useState } from 'react';
import type { Example } from '#lib/docs/examples.ts';
import { CodeBlock } from '../code-block.tsx';
import { updateMemory, useMemory } from './try-it-memory.ts';
import './try-it.css';

type Props = {
  summary: string;
  /** With `{name}` for each parameter. */
  path: string;
  values: { name: string; value: string; description: string }[];
  example: Example;
  baseUrl: string;
};

type Sent = { curl: string; status: string; headers: string; body: string; hasFailed?: true };

/** Members of answers that later requests are about. */
const HANDED_ON = ['key', 'id'];

/** A form that sends a request to this deployment, with the values of the example until the reader changes them. */
export function TryIt({ summary, path, values, example, baseUrl }: Props) {
  const id = useId();
  const { key, created } = useMemory();
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState<string>();
  const [sent, setSent] = useState<Sent>();
  const [isSending, setSending] = useState(false);
  const current = (text: string) =>
    Object.entries(created).reduce((all, [old, value]) => all.split(old).join(value), text);
  const parameter = (name: string, value: string) => edited[name] ?? current(value);
  const bodyText = example.body && (body ?? current(JSON.stringify(example.body, null, 2)));

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const target = values.reduce(
      (all, { name, value }) => all.replace(`{${name}}`, encodeURIComponent(parameter(name, value))),
      path,
    );
    const request: Request = {
      method: example.method,
      path: target,
      body: bodyText,
      key: example.keyed ? key.trim() : undefined,
      idempotencyKey: example.idempotencyKey === undefined ? undefined : newKey(),
    };
    const result = await answerTo(request, baseUrl);
    setSent(result.sent);
    setSending(false);
    const gained = HANDED_ON.flatMap((member) => {
      const [old, value] = [Reflect.get(example.reply, member), result.json?.[member]];
      return example.method === 'POST' && typeof old === 'string' && typeof value === 'string' ? [[old, value]] : [];
    });
    if (gained.length > 0) updateMemory({ created: { ...created, ...Object.fromEntries(gained) } });
  }

  return (
    <details className="try">
      <summary>Try it</summary>
      <form onSubmit={(event) => void send(event)} autoComplete="off">
        {example.keyed && (
          <div className="try-field">
            <label htmlFor={`${id}-key`}>API key</label>
            <input
              id={`${id}-key`}
              value={key}
              onChange={(event) => updateMemory({ key: event.target.value })}
              aria-describedby={`${id}-key-hint`}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
            <p className="try-hint" id={`${id}-key-hint`}>
              A key of this test deployment; <code>npm start</code> prints one. It is kept in the memory of this tab,
              and forgotten when you leave the page.
            </p>
          </div>
        )}
        {values.map(({ name, value, description }) => (
          <div key={name} className="try-field">
            <label htmlFor={`${id}-${name}`}>
              <code>{name}</code>
            </label>
            <input
              id={`${id}-${name}`}
              value={parameter(name, value)}
              onChange={(event) => setEdited({ ...edited, [name]: event.target.value })}
              title={description.replace(/`/g, '')}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          </div>
        ))}
        {bodyText !== undefined && (
          <div className="try-field">
            <label htmlFor={`${id}-body`}>Body</label>
            <textarea
              id={`${id}-body`}
              value={bodyText}
              onChange={(event) => setBody(event.target.value)}
              rows={bodyText.split('\n').length + 1}
              spellCheck={false}
            />
          </div>
        )}
        <button type="submit" className="try-send" aria-disabled={isSending}>
          {isSending ? 'Sending …' : 'Send the request'}
          <span className="visually-hidden">: {summary}</span>
        </button>
      </form>
      <p className="try-status" role="status" data-failed={sent?.hasFailed}>
        {sent?.status}
      </p>
      {sent && (
        <>
          <CodeBlock label="Request" about={`sent to try ${summary}`} language="shell" code={sent.curl} />
          {sent.headers && (
            <CodeBlock label="Response headers" about={`of trying ${summary}`} language="shell" code={sent.headers} />
          )}
          {sent.body && (
            <CodeBlock label="Response body" about={`of trying ${summary}`} language="json" code={sent.body} />
          )}
        </>
      )}
    </details>
  );
}

type Request = {
  method: string;
  path: string;
  key: string | undefined;
  idempotencyKey: string | undefined;
  body: string | undefined;
};

/** Sends a request to this deployment. */
async function answerTo(
  request: Request,
  baseUrl: string,
): Promise<{ sent: Sent; json?: Readonly<Record<string, unknown>> }> {
  const { method, path, key, idempotencyKey, body } = request;
  const curl = curlOf(request, baseUrl);
  try {
    const began = performance.now();
    const response = await fetch(path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        ...(key === undefined ? {} : { 'X-API-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const took = `${Math.round(performance.now() - began)} ms`;
    const json = parsed(text);
    return {
      sent: {
        curl,
        status: `${response.status} ${response.statusText} in ${took}`,
        headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
        body: json ? JSON.stringify(json, null, 2) : text,
        ...(response.ok ? {} : { hasFailed: true as const }),
      },
      ...(response.ok && json ? { json } : {}),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { sent: { curl, status: `Not sent: ${reason}`, headers: '', body: '', hasFailed: true } };
  }
}

/** The request as a command; the key stays a variable, so that it can be passed on. */
function curlOf({ method, path, key, idempotencyKey, body }: Request, baseUrl: string): string {
  return [
    `curl${method === 'POST' && body === undefined ? ' -X POST' : ''} ${baseUrl}${path}`,
    ...(key === undefined ? [] : ['-H "X-API-Key: $KEY"']),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...(idempotencyKey === undefined ? [] : [`-H 'Idempotency-Key: ${idempotencyKey}'`]),
    ...(body === undefined ? [] : [`-d '${body.replace(/'/g, "'\\''").replace(/\n/g, '\n  ')}'`]),
  ].join(' \\\n  ');
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A new idempotency key. `crypto.randomUUID` exists on secure origins alone. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
