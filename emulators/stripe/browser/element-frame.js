// An element inside its frame. It talks to the page that embeds it: that page's origin stands in the address, and only
// messages of that window and origin count.

const pageOrigin = new URLSearchParams(location.hash.slice(1)).get('origin') ?? '';

/** Tells the page of an event. */
export function tell(type, payload) {
  window.parent.postMessage({ stripeEmulator: 'element', type, payload }, pageOrigin);
}

/** How the element stands: the test wallet of this browser, or `error` where it cannot be used. */
export function openSession(key) {
  return fetch(`/emu/elements/session?${new URLSearchParams({ key })}`)
    .then((response) => response.json())
    .catch(() => ({ error: { type: 'api_connection_error', message: 'The emulator cannot be reached.' } }));
}

/** Answers the page's calls by their names, `init` first, and keeps the frame as high as its content. */
export function serve(calls) {
  window.addEventListener('message', async (event) => {
    if (event.source !== window.parent || event.origin !== pageOrigin) return;
    const message = event.data;
    if (message?.stripeEmulator !== 'element' || !Object.hasOwn(calls, message.type)) return;
    const payload = await calls[message.type](message.payload);
    if (message.call === undefined) return;
    const answer = { stripeEmulator: 'element', type: 'answer', call: message.call, payload };
    window.parent.postMessage(answer, pageOrigin);
  });
  new ResizeObserver(() => tell('height', Math.ceil(document.body.getBoundingClientRect().height))).observe(
    document.body,
  );
  tell('loaded');
}
