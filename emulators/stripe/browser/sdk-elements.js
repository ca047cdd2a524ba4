// Part 3 of /emu/stripe.js: `stripe.elements()`, the Payment Element and the Express Checkout Element.
(() => {
  const emulator = window.__stripeEmulator;
  if (emulator === undefined || emulator.createElements !== undefined) return;
  const { createFrame, integrationError, openSheet, request, style } = emulator;

  /** How long a frame may take to come to life before `loaderror`. */
  const PATIENCE_MS = 10_000;
  /** How long a page may take to answer a click on a wallet's button. */
  const CLICK_MS = 1_000;
  const KINDS = {
    payment: { path: '/emu/elements/payment', title: 'Secure payment input frame', height: '150px' },
    expressCheckout: { path: '/emu/elements/express', title: 'Secure express checkout frame', height: '8px' },
  };

  class FrameElement {
    #type;
    #group;
    #options;
    #listeners = new Map();
    #frame = null;
    #destroyed = false;

    constructor(type, group, options) {
      this.#type = type;
      this.#group = group;
      this.#options = options;
    }

    /** Puts the element into a node of the page. */
    mount(node) {
      if (this.#destroyed) throw integrationError('This Element has already been destroyed. Please create a new one.');
      if (!(node instanceof HTMLElement)) {
        throw integrationError('Invalid value for mount(): the DOM node does not exist.');
      }
      if (this.#frame?.element.parentNode === node) return;
      this.#frame?.remove();
      const { path, title, height } = KINDS[this.#type];
      const frame = createFrame({
        path,
        title,
        init: () => this.#settings(),
        listen: (type, payload) => this.#hear(type, payload),
      });
      style(frame.element, {
        border: '0',
        display: 'block',
        margin: '-4px',
        padding: '0',
        width: 'calc(100% + 8px)',
        height,
        overflow: 'hidden',
        'user-select': 'none',
        'color-scheme': 'light only',
        background: 'transparent',
      });
      this.#frame = frame;
      node.textContent = '';
      node.append(frame.element);
      let isAlive = false;
      void frame.ready.then(() => {
        isAlive = true;
      });
      setTimeout(() => {
        if (isAlive || this.#frame !== frame) return;
        const message = 'The Element’s frame did not load.';
        this.#emit('loaderror', {
          elementType: this.#type,
          error: { type: 'api_connection_error', message },
        });
      }, PATIENCE_MS);
    }

    destroy() {
      this.#frame?.remove();
      this.#frame = null;
      this.#destroyed = true;
      this.#group.forget(this.#type);
    }

    update(options = {}) {
      this.#options = { ...this.#options, ...options };
      void this.refresh();
    }

    on(event, handler) {
      const handlers = this.#listeners.get(event) ?? [];
      this.#listeners.set(event, [...handlers, handler]);
    }

    /** Asks the frame; null when the element is not on the page. */
    ask(type, payload) {
      return this.#frame === null ? null : this.#frame.call(type, payload);
    }

    /** The group's options changed. */
    async refresh() {
      await this.#frame?.call('update', this.#settings());
    }

    #settings() {
      const { key, appearance, locale } = this.#group.settings();
      const { paymentMethods } = this.#options;
      const backdrop = backdropOf(this.#frame?.element);
      const looks = { locale, backdrop, appearance: plain(appearance) };
      return { key, paymentMethods: plain(paymentMethods), ...looks };
    }

    #hear(type, payload) {
      if (type === 'height') {
        if (this.#frame !== null) style(this.#frame.element, { height: `${payload}px` });
        return;
      }
      if (type === 'click') {
        void this.#click(payload.expressPaymentType);
        return;
      }
      this.#emit(type, { elementType: this.#type, ...payload });
    }

    /** The page answers a click within a second, then the wallet shows its sheet. */
    async #click(expressPaymentType) {
      const event = { elementType: this.#type, expressPaymentType };
      if ((this.#listeners.get('click') ?? []).length > 0) {
        const opens = await new Promise((resolve) => {
          setTimeout(resolve, CLICK_MS, false);
          this.#emit('click', { ...event, resolve: () => resolve(true), reject: () => resolve(false) });
        });
        if (!opens) return;
      }
      const { key, locale, amount, currency } = this.#group.settings();
      const { wallet } = await request('GET', '/emu/elements/session', key);
      const { emailRequired = false } = this.#options;
      const payer = { name: wallet.name, ...(emailRequired ? { email: wallet.email } : {}) };
      const total = formatTotal(amount, currency, locale);
      const decision = await openSheet({ ...payer, locale, total }, locale);
      if (decision === 'cancel') return;
      this.#group.takeWallet(`tok_${expressPaymentType}${decision === 'declined' ? '_declined' : ''}`);
      this.#emit('confirm', {
        ...event,
        billingDetails: payer,
        paymentFailed: () => this.#group.takeWallet(null),
      });
    }

    #emit(type, payload) {
      for (const handler of this.#listeners.get(type) ?? []) handler(payload);
    }
  }

  /**
   * `stripe.elements(options)`: for an amount and a currency, before there is an intent
   * (docs.stripe.com/js/elements_object/create_without_intent). At most one element of a type.
   */
  emulator.createElements = (key, stripeLocale, options = {}) => {
    checkMode(options);
    let current = { ...options };
    const elements = new Map();
    let wallet = null;
    let isSubmitted = false;

    const group = {
      settings: () => ({
        key,
        appearance: current.appearance ?? {},
        locale: resolveLocale(current.locale ?? stripeLocale),
        amount: current.amount,
        currency: current.currency,
      }),
      forget(type) {
        elements.delete(type);
      },
      takeWallet(token) {
        wallet = token;
      },
      /** Not part of Stripe's surface: the other parts of this script reach the element through them. */
      paymentElement: () => elements.get('payment') ?? null,
      wallet: () => wallet,
      takeSubmitted() {
        const was = isSubmitted;
        isSubmitted = false;
        return was;
      },
    };

    return Object.assign(group, {
      create(type, elementOptions = {}) {
        if (!Object.hasOwn(KINDS, type)) throw integrationError(`The emulator has no Element of type ${type}.`);
        if (elements.has(type))
          throw integrationError(`Can only create one Element of type ${type} through elements().`);
        const element = new FrameElement(type, group, elementOptions);
        elements.set(type, element);
        return element;
      },
      getElement: (type) => elements.get(type) ?? null,
      async update(changes = {}) {
        const next = { ...current, ...changes };
        checkMode(next);
        current = next;
        await Promise.all([...elements.values()].map((element) => element.refresh()));
      },
      async submit() {
        const answer = wallet === null ? elements.get('payment')?.ask('submit') : {};
        if (answer === undefined || answer === null) {
          throw integrationError('elements.submit() needs a mounted Payment Element.');
        }
        const result = await answer;
        isSubmitted = result.error === undefined;
        return result;
      },
    });
  };

  /** An amount is in minor units, a currency in lower case, as in the API. */
  function checkMode({ mode, amount, currency }) {
    if (mode !== 'payment') throw integrationError('The emulator has the mode "payment" only.');
    if (!Number.isInteger(amount) || amount < 1)
      throw integrationError('Invalid value for elements(): amount should be a positive integer in minor units.');
    if (!/^[a-z]{3}$/.test(currency ?? ''))
      throw integrationError('Invalid value for elements(): currency should be a three-letter code in lower case.');
  }

  /** An amount in minor units as a person reads it. */
  function formatTotal(amount, currency, locale) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' });
    const perMajor = ['clp', 'pyg'].includes(currency) ? 1 : 100;
    return format.format(amount / perMajor);
  }

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
