import { InlineScript } from './inline-script.tsx';

/** A second click within this time, in milliseconds, is part of a double click, or of impatience with a slow page. */
const AGAIN_MS = 2_000;

const SCRIPT = `(() => {
  const sent = new WeakMap();
  addEventListener('submit', (event) => {
    const { target: form, timeStamp } = event;
    if (form.getAttribute('method') !== 'post' || event.defaultPrevented) return;
    if (timeStamp - sent.get(form) < ${AGAIN_MS}) event.preventDefault();
    else sent.set(form, timeStamp);
  });
})()`;

/**
 * Sends a form once for a double click. The second one would take the place of the page that the first one leads to, which
 * shows a new key only once; and a code is over once it has signed in.
 */
export function SendOnce({ nonce }: { nonce: string | undefined }) {
  return <InlineScript nonce={nonce} text={SCRIPT} />;
}
