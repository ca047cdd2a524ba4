// Part 4 of /emu/stripe.js: window.Stripe, the surface that @stripe/stripe-js and @stripe/react-stripe-js use.
(() => {
  const emulator = window.__stripeEmulator;
  if (emulator === undefined || window.Stripe?.isEmulator) return;
  const { authenticate, createElements, integrationError, request } = emulator;

  function idOf(clientSecret) {
    const [id, secret] = String(clientSecret).split('_secret_');
    if (!id.startsWith('pi_') || secret === undefined) {
      throw integrationError(
        'Invalid value for client_secret: it should be a client secret of the form pi_…_secret_….',
      );
    }
    return id;
  }

  /** The failure that is on the intent, in the shape Stripe.js rejects with. */
  function errorOf(intent) {
    return { error: { ...intent.last_payment_error, payment_intent: intent } };
  }

  function flatten(value, prefix, into = {}) {
    for (const [name, inner] of Object.entries(value ?? {})) {
      const key = prefix === '' ? name : `${prefix}[${name}]`;
      if (inner !== null && typeof inner === 'object') flatten(inner, key, into);
      else if (inner !== undefined && inner !== null) into[key] = String(inner);
    }
    return into;
  }

  function Stripe(key, options = {}) {
    if (typeof key !== 'string' || key === '') {
      throw integrationError('Missing value for Stripe(): apiKey should be a string.');
    }
    if (key.startsWith('sk_')) {
      throw integrationError(
        'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
      );
    }
    if (!key.startsWith('pk_test_')) throw integrationError('The emulator takes publishable test keys only.');
    const language = String(options.locale ?? navigator.language)
      .slice(0, 2)
      .toLowerCase();
    const locale = ['en', 'es', 'pt'].includes(language) ? language : 'en';

    async function retrieve(clientSecret) {
      const id = idOf(clientSecret);
      const answer = await request('GET', `/v1/payment_intents/${id}`, key, { client_secret: clientSecret });
      return answer.error === undefined ? { paymentIntent: answer } : { error: answer.error };
    }

    /** Shows what the intent asks for, then answers how it ended. */
    async function follow(intent, shownIn) {
      const action = intent.next_action;
      if (intent.status !== 'requires_action' || action === null) return { paymentIntent: intent };
      if (action.type === 'redirect_to_url') {
        location.assign(action.redirect_to_url.url);
        return new Promise(() => {});
      }
      await authenticate(action.use_stripe_sdk.stripe_js, shownIn);
      const { paymentIntent, error } = await retrieve(intent.client_secret);
      if (error !== undefined) return { error };
      return paymentIntent.status === 'requires_payment_method' ? errorOf(paymentIntent) : { paymentIntent };
    }

    /** In deferred mode the form is submitted first, and the intent has to be what the elements were made for. */
    async function mismatchOf(elements, secret) {
      const expected = elements?.deferred?.() ?? null;
      if (expected === null) return null;
      if (!elements.takeSubmitted()) {
        throw integrationError('elements.submit() must be called before stripe.confirmPayment().');
      }
      const { paymentIntent, error } = await retrieve(secret);
      if (error !== undefined) return error;
      for (const name of ['amount', 'currency']) {
        if (paymentIntent[name] === expected[name]) continue;
        const message = `The ${name} of the PaymentIntent (${paymentIntent[name]}) does not match the expected ${name} (${expected[name]}).`;
        return { type: 'invalid_request_error', message };
      }
      return null;
    }

    async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' } = {}) {
      const secret = clientSecret ?? elements?.settings?.().clientSecret;
      if (secret === undefined || secret === null) {
        throw integrationError(
          'stripe.confirmPayment(): a clientSecret or elements created with one is required.',
        );
      }
      const id = idOf(secret);
      if (redirect === 'always' && confirmParams.return_url === undefined) {
        throw integrationError(
          'stripe.confirmPayment(): confirmParams.return_url is required with redirect: "always".',
        );
      }
      const params = { ...flatten(confirmParams, ''), client_secret: secret, use_stripe_sdk: 'true' };
      const mismatch = await mismatchOf(elements, secret);
      if (mismatch !== null) return { error: mismatch };
      const element = elements?.paymentElement?.() ?? null;
      const wallet = elements?.wallet?.() ?? null;
      let answer;
      if (wallet !== null) {
        elements.takeWallet(null);
        Object.assign(params, {
          'payment_method_data[type]': 'card',
          'payment_method_data[card][token]': wallet,
        });
      }
      if (
        wallet !== null ||
        confirmParams.payment_method !== undefined ||
        confirmParams.confirmation_token !== undefined
      ) {
        answer = await request('POST', `/v1/payment_intents/${id}/confirm`, key, params);
      } else {
        const asked = element?.ask('confirm', { id, params });
        if (asked === undefined || asked === null) {
          throw integrationError('stripe.confirmPayment(): the Payment Element must be mounted.');
        }
        answer = await asked;
      }
      if (answer.error !== undefined) return { error: answer.error };
      const result = await follow(answer, elements?.settings?.().locale ?? locale);
      if (result.error !== undefined || redirect === 'if_required') return result;
      const url = new URL(confirmParams.return_url);
      url.searchParams.set('payment_intent', result.paymentIntent.id);
      url.searchParams.set('payment_intent_client_secret', secret);
      const done = ['succeeded', 'processing'].includes(result.paymentIntent.status);
      url.searchParams.set('redirect_status', done ? 'succeeded' : 'failed');
      location.assign(url.href);
      return new Promise(() => {});
    }

    async function confirmCardPayment(clientSecret, data = {}, { handleActions = true } = {}) {
      if (data.payment_method !== undefined && typeof data.payment_method !== 'string') {
        throw integrationError('The emulator confirms card payments with the id of a payment method only.');
      }
      const params = { ...flatten(data, ''), client_secret: clientSecret, use_stripe_sdk: 'true' };
      const answer = await request('POST', `/v1/payment_intents/${idOf(clientSecret)}/confirm`, key, params);
      if (answer.error !== undefined) return { error: answer.error };
      return handleActions ? follow(answer, locale) : { paymentIntent: answer };
    }

    async function handleNextAction({ clientSecret }) {
      const { paymentIntent, error } = await retrieve(clientSecret);
      return error === undefined ? follow(paymentIntent, locale) : { error };
    }

    /** From the Payment Element: the card goes from its frame to the emulator, the page gets an id. */
    async function createPaymentMethod({ elements, params = {} } = {}) {
      const element = elements?.paymentElement?.() ?? null;
      const asked = element?.ask('createPaymentMethod', { params: flatten(params, '') });
      if (asked === undefined || asked === null) {
        throw integrationError('stripe.createPaymentMethod() needs elements with a mounted Payment Element.');
      }
      const answer = await asked;
      return answer.error === undefined ? { paymentMethod: answer } : { error: answer.error };
    }

    async function createToken() {
      const message = 'Tokens of the old Charges API are not part of this emulator. Use the Payment Element.';
      return { error: { type: 'invalid_request_error', message } };
    }

    return {
      elements: (elementsOptions) => createElements(key, options.locale, elementsOptions),
      confirmPayment,
      confirmCardPayment,
      handleNextAction,
      handleCardAction: (clientSecret) => handleNextAction({ clientSecret }),
      retrievePaymentIntent: retrieve,
      createPaymentMethod,
      createToken,
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  Stripe.version = 'endive';
  Stripe.isEmulator = true;
  window.Stripe = Stripe;
})();
