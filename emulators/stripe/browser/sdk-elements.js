// Part 3 of /emu/stripe.js: `stripe.elements()` and the Payment Element.
(() => {
  const emulator = window.__stripeEmulator;
  if (emulator === undefined || emulator.createElements !== undefined) return;
  const { createFrame, integrationError, request, style } = emulator;

  /** How long a frame may take to come to life before `loaderror`. */
  const PATIENCE_MS = 10_000;
  const TITLE = 'Secure payment input frame';

  class PaymentElement {
    #group;
    #options;
    #listeners = new Map();
    #frame = null;
    #holder = null;
    #destroyed = false;

    constructor(group, options) {
      this.#group = group;
      this.#options = options;
    }

    /** Puts the element into a node of the page (or the first one a selector finds). */
    mount(target) {
      if (this.#destroyed)
        throw integrationError('This Element has already been destroyed. Please create a new one.');
      const node = typeof target === 'string' ? document.querySelector(target) : target;
      if (!(node instanceof HTMLElement)) {
        throw integrationError('Invalid value for mount(): the DOM node or selector does not exist.');
      }
      if (this.#holder?.parentNode === node) return;
      this.unmount();
      const frame = createFrame({
        path: '/emu/elements/payment',
        title: TITLE,
        init: () => this.#settings(),
        listen: (type, payload) => this.#hear(type, payload),
      });
      style(frame.element, {
        border: '0',
        display: 'block',
        margin: '-4px',
        padding: '0',
        width: 'calc(100% + 8px)',
        height: '150px',
        overflow: 'hidden',
        'user-select': 'none',
        'color-scheme': 'light only',
        background: 'transparent',
      });
      const holder = document.createElement('div');
      holder.className = '__PrivateStripeElement';
      style(holder, { margin: '0', padding: '0', border: '0', display: 'block', background: 'transparent' });
      holder.append(frame.element);
      this.#frame = frame;
      this.#holder = holder;
      node.classList.add('StripeElement');
      node.replaceChildren(holder);
      let isAlive = false;
      void frame.ready.then(() => {
        isAlive = true;
      });
      setTimeout(() => {
        if (isAlive || this.#frame !== frame) return;
        const message = 'The Payment Element’s frame did not load.';
        this.#emit('loaderror', {
          elementType: 'payment',
          error: { type: 'api_connection_error', message },
        });
      }, PATIENCE_MS);
      this.#emit('loaderstart', { elementType: 'payment' });
    }

    unmount() {
      const node = this.#holder?.parentElement;
      node?.classList.remove('StripeElement', 'StripeElement--focus', 'StripeElement--complete');
      this.#holder?.remove();
      this.#frame?.remove();
      this.#frame = null;
      this.#holder = null;
    }

    destroy() {
      this.unmount();
      this.#destroyed = true;
      this.#group.forget(this);
    }

    update(options = {}) {
      this.#options = { ...this.#options, ...options };
      void this.#frame?.call('update', this.#settings());
    }

    on(event, handler) {
      const handlers = this.#listeners.get(event) ?? [];
      this.#listeners.set(event, [...handlers, handler]);
      return this;
    }

    off(event, handler) {
      const handlers = this.#listeners.get(event) ?? [];
      this.#listeners.set(event, handler === undefined ? [] : handlers.filter((one) => one !== handler));
      return this;
    }

    once(event, handler) {
      const first = (payload) => {
        this.off(event, first);
        handler(payload);
      };
      return this.on(event, first);
    }

    focus() {
      void this.#frame?.call('focus');
    }

    blur() {
      void this.#frame?.call('blur');
    }

    clear() {
      void this.#frame?.call('clear');
    }

    collapse() {}

    /** Asks the frame; null when the element is not on the page. */
    ask(type, payload) {
      return this.#frame === null ? null : this.#frame.call(type, payload);
    }

    /** The group's options changed. */
    refresh() {
      void this.#frame?.call('update', this.#settings());
    }

    #settings() {
      const { key, clientSecret, appearance, locale } = this.#group.settings();
      const { readOnly = false } = this.#options;
      const backdrop = backdropOf(this.#holder);
      return { key, clientSecret, locale, readOnly, backdrop, appearance: plain(appearance) };
    }

    #hear(type, payload) {
      if (type === 'height') {
        if (this.#frame !== null) style(this.#frame.element, { height: `${payload}px` });
        return;
      }
      const node = this.#holder?.parentElement;
      if (type === 'focus' || type === 'blur')
        node?.classList.toggle('StripeElement--focus', type === 'focus');
      if (type === 'change') node?.classList.toggle('StripeElement--complete', payload.complete);
      this.#emit(type, { elementType: 'payment', ...payload });
    }

    #emit(type, payload) {
      for (const handler of this.#listeners.get(type) ?? []) handler(payload);
    }
  }

  /** `stripe.elements(options)`: one client secret (or a deferred amount), at most one Payment Element. */
  emulator.createElements = (key, stripeLocale, options = {}) => {
    let current = { ...options };
    let element = null;

    const group = {
      settings: () => ({
        key,
        clientSecret: current.clientSecret ?? null,
        appearance: current.appearance ?? {},
        locale: resolveLocale(current.locale ?? stripeLocale),
      }),
      forget(one) {
        if (element === one) element = null;
      },
      /** Not part of Stripe's surface: the other parts of this script reach the element through it. */
      paymentElement: () => element,
    };

    return Object.assign(group, {
      create(type, elementOptions = {}) {
        if (type !== 'payment')
          throw integrationError(`The emulator has the Payment Element only, not ${type}.`);
        if (element !== null)
          throw integrationError('Can only create one Element of type payment through elements().');
        element = new PaymentElement(group, elementOptions);
        return element;
      },
      getElement: (type) => (type === 'payment' || type?.elementType === 'payment' ? element : null),
      update(changes = {}) {
        current = { ...current, ...changes, clientSecret: current.clientSecret };
        element?.refresh();
      },
      async fetchUpdates() {
        if (current.clientSecret === undefined) return {};
        const id = current.clientSecret.split('_secret_')[0];
        const answer = await request('GET', `/v1/payment_intents/${id}`, key, {
          client_secret: current.clientSecret,
        });
        return answer.error === undefined ? {} : { error: answer.error };
      },
      async submit() {
        const answer = element?.ask('submit');
        if (answer === undefined || answer === null) {
          throw integrationError('elements.submit() needs a mounted Payment Element.');
        }
        return answer;
      },
    });
  };

  function resolveLocale(locale) {
    const wanted = locale === undefined || locale === 'auto' ? navigator.language : locale;
    const language = String(wanted).slice(0, 2).toLowerCase();
    return ['en', 'es', 'pt'].includes(language) ? language : 'en';
  }

  /** The colour the frame lies on: the nearest opaque background. */
  function backdropOf(node) {
    for (let at = node; at instanceof Element; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundImage !== 'none') return 'transparent';
      if (/^rgb\(/.test(backgroundColor)) return backgroundColor;
    }
    return 'transparent';
  }

  /** Only data crosses to the frame: functions and nodes would make postMessage throw. */
  function plain(value) {
    return JSON.parse(JSON.stringify(value ?? {}));
  }
})();
