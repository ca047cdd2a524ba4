// Part 1 of /emu/stripe.js: a frame of the emulator's origin in the page, and messages to and from it.
// Card data lives in that frame only. Messages are checked on both sides by window and by origin.
(() => {
  if (window.Stripe?.isEmulator) return;

  const origin = new URL(document.currentScript.src, location.href).origin;
  let frames = 0;

  /** Errors of wrong use, as Stripe.js throws them. */
  function integrationError(message) {
    const error = new Error(message);
    error.name = 'IntegrationError';
    return error;
  }

  /** Sets styles one by one through the object model, which a strict style-src allows. */
  function style(element, rules) {
    for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value, 'important');
  }

  /**
   * A frame that answers calls. `init` is sent as soon as its script has loaded; `listen` hears its events.
   * Real Stripe.js names its frames alike, which tests may rely on.
   */
  function createFrame({ path, title, init, listen }) {
    frames += 1;
    const element = document.createElement('iframe');
    element.name = `__privateStripeFrame${frames}`;
    element.title = title;
    element.allow = 'payment *';
    element.setAttribute('scrolling', 'no');
    element.setAttribute('frameborder', '0');
    element.src = `${origin}${path}#${new URLSearchParams({ origin: location.origin })}`;
    const waiting = new Map();
    let calls = 0;
    let loaded;
    const ready = new Promise((resolve) => {
      loaded = resolve;
    });

    function post(message) {
      element.contentWindow?.postMessage({ stripeEmulator: 'element', ...message }, origin);
    }

    function receive(event) {
      if (event.origin !== origin || event.source !== element.contentWindow) return;
      const message = event.data;
      if (message?.stripeEmulator !== 'element') return;
      if (message.type === 'loaded') {
        post({ type: 'init', payload: init() });
        loaded();
      } else if (message.type === 'answer') {
        waiting.get(message.call)?.(message.payload);
        waiting.delete(message.call);
      } else listen(message.type, message.payload);
    }

    window.addEventListener('message', receive);
    return {
      element,
      ready,
      async call(type, payload) {
        await ready;
        calls += 1;
        const call = calls;
        return new Promise((resolve) => {
          waiting.set(call, resolve);
          post({ type, call, payload });
        });
      },
      remove() {
        window.removeEventListener('message', receive);
        element.remove();
        const error = {
          type: 'invalid_request_error',
          message: 'The Element was unmounted while it was in use.',
        };
        for (const answer of waiting.values()) answer({ error });
        waiting.clear();
      },
    };
  }

  /** One API call with the publishable key; answers `{error}` in Stripe.js' shape instead of throwing. */
  async function request(method, path, key, params = {}) {
    const form = new URLSearchParams({ key, ...params });
    try {
      const response = await fetch(
        method === 'GET' ? `${origin}${path}?${form}` : `${origin}${path}`,
        method === 'GET' ? {} : { method, body: form },
      );
      return await response.json();
    } catch {
      const message = 'We are experiencing issues connecting to our payments provider. Please try again.';
      return { error: { type: 'api_connection_error', message } };
    }
  }

  window.__stripeEmulator = { origin, integrationError, style, createFrame, request };
})();
