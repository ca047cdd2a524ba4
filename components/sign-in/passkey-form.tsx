'use client';

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';

/** The WebAuthn ceremony, with its options. */
export type Ceremony =
  | { kind: 'use'; options: PublicKeyCredentialRequestOptionsJSON }
  | { kind: 'add'; options: PublicKeyCredentialCreationOptionsJSON };
type Props = {
  ceremony: Ceremony;
  hidden: Readonly<Record<string, string>>;
  texts: Record<'waiting' | 'failed' | 'refused' | 'unsupported', string>;
  /** The button's label. */
  label: string;
  /** The previous response was not accepted. */
  isRefused: boolean;
};

const ACTIONS = { use: '/sign-in/passkey/use', add: '/sign-in/passkey/create' };

/**
 * Runs the WebAuthn ceremony in the browser, and sends the response as a plain form. Passkeys are the one part of the
 * dashboard that needs scripts: until they run, the button is disabled, because the form would be sent without a response.
 */
export function PasskeyForm({ ceremony, hidden, texts, label, isRefused }: Props) {
  const [message, setMessage] = useState<keyof Props['texts'] | null>(isRefused ? 'refused' : null);
  const isStarted = useSyncExternalStore(never, yes, no);
  const answer = useRef<HTMLInputElement>(null);
  const isBusy = message === 'waiting';

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    if (!browserSupportsWebAuthn()) return setMessage('unsupported');
    setMessage('waiting');
    try {
      const given = await perform(ceremony);
      if (answer.current) answer.current.value = JSON.stringify(given);
      form.submit();
    } catch {
      // Cancelled, timed out, or no such passkey: browsers do not say which.
      setMessage('failed');
    }
  }

  return (
    <form method="post" action={ACTIONS[ceremony.kind]} onSubmit={(event) => void send(event)}>
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
      <input type="hidden" name="answer" ref={answer} />
      <div role={isBusy ? 'status' : 'alert'}>
        {message !== null && <p className={isBusy ? 'hint' : 'field-error'}>{texts[message]}</p>}
      </div>
      <button type="submit" className="button button-accent button-wide" disabled={!isStarted} aria-disabled={isBusy}>
        {label}
      </button>
    </form>
  );
}

const never = () => () => {};
const yes = () => true;
const no = () => false;

function perform(ceremony: Ceremony): Promise<unknown> {
  return ceremony.kind === 'use'
    ? startAuthentication({ optionsJSON: ceremony.options })
    : startRegistration({ optionsJSON: ceremony.options });
}
