'use client';

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { type FormEvent, useRef, useState } from 'react';

type Ask =
  | { kind: 'use'; question: PublicKeyCredentialRequestOptionsJSON }
  | { kind: 'add'; question: PublicKeyCredentialCreationOptionsJSON };
type Props = {
  ask: Ask;
  hidden: Readonly<Record<string, string>>;
  texts: Record<'waiting' | 'failed' | 'refused' | 'unsupported', string>;
  /** Of the button. */
  label: string;
  /** What was sent before was not accepted. */
  isRefused: boolean;
};

const ACTIONS = { use: '/sign-in/passkey/use', add: '/sign-in/passkey/create' };

/**
 * Lets the browser ask the device for a passkey, and sends the answer as a plain form. The one page of the dashboard that
 * cannot do without scripts: browsers offer passkeys to nothing else.
 */
export function PasskeyForm({ ask, hidden, texts, label, isRefused }: Props) {
  const [said, setSaid] = useState<keyof Props['texts'] | null>(isRefused ? 'refused' : null);
  const answer = useRef<HTMLInputElement>(null);
  const isBusy = said === 'waiting';

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    if (!browserSupportsWebAuthn()) return setSaid('unsupported');
    setSaid('waiting');
    try {
      const given = await answerTo(ask);
      if (answer.current) answer.current.value = JSON.stringify(given);
      form.submit();
    } catch {
      // Cancelled, timed out, or no such passkey here: browsers do not tell which, so that pages cannot find out.
      setSaid('failed');
    }
  }

  return (
    <form method="post" action={ACTIONS[ask.kind]} onSubmit={(event) => void send(event)}>
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
      <input type="hidden" name="answer" ref={answer} />
      <div role={isBusy ? 'status' : 'alert'}>
        {said !== null && <p className={isBusy ? 'sign-in-soft' : 'sign-in-error'}>{texts[said]}</p>}
      </div>
      <button type="submit" className="button button-accent button-wide" aria-disabled={isBusy}>
        {label}
      </button>
    </form>
  );
}

function answerTo(ask: Ask): Promise<unknown> {
  return ask.kind === 'use'
    ? startAuthentication({ optionsJSON: ask.question })
    : startRegistration({ optionsJSON: ask.question });
}
