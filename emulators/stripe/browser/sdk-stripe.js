// Part 4 of /emu/stripe.js: window.Stripe, what the checkout calls, and what @stripe/react-stripe-js looks for.
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
    async function retrieve(clientSecret) {
      const id = idOf(clientSecret);
      const answer = await request('GET', `/v1/payment_intents/${id}`, key, { client_secret: clientSecret });
      return answer.error === undefined ? { paymentIntent: answer } : { error: answer.error };
    }

    /** Shows the bank's page if the intent asks for it, then answers how the intent ended. */
    async function follow(intent, shownIn) {
      if (intent.status !== 'requires_action') return { paymentIntent: intent };
      await authenticate(intent.next_action.use_stripe_sdk.stripe_js, shownIn);
      const { paymentIntent, error } = await retrieve(intent.client_secret);
      if (error !== undefined) return { error };
      return paymentIntent.status === 'requires_payment_method' ? errorOf(paymentIntent) : { paymentIntent };
    }

    /** The form is submitted first, and the intent has to be what the elements were made for. */
    async function mismatchOf(elements, secret) {
      if (!elements.takeSubmitted()) {
        throw integrationError('elements.submit() must be called before stripe.confirmPayment().');
      }
      const expected = elements.settings();
      const { paymentIntent, error } = await retrieve(secret);
      if (error !== undefined) return error;
      for (const name of ['amount', 'currency']) {
        if (paymentIntent[name] === expected[name]) continue;
        const message = `The ${name} of the PaymentIntent (${paymentIntent[name]}) does not match the expected ${name} (${expected[name]}).`;
        return { type: 'invalid_request_error', message };
      }
      return null;
    }

    async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect }) {
      const id = idOf(clientSecret);
      if (redirect !== 'if_required') {
        throw integrationError('The emulator confirms in the page only: redirect must be "if_required".');
      }
      const params = { ...flatten(confirmParams, ''), client_secret: clientSecret, use_stripe_sdk: 'true' };
      const mismatch = await mismatchOf(elements, clientSecret);
      if (mismatch !== null) return { error: mismatch };
      const wallet = elements.wallet();
      elements.takeWallet(null);
      const byWallet = { 'payment_method_data[type]': 'card', 'payment_method_data[card][token]': wallet };
      const asked =
        wallet === null
          ? elements.paymentElement()?.ask('confirm', { id, params })
          : request('POST', `/v1/payment_intents/${id}/confirm`, key, { ...params, ...byWallet });
      if (asked === undefined || asked === null) {
        throw integrationError('stripe.confirmPayment(): the Payment Element must be mounted.');
      }
      const answer = await asked;
      return answer.error === undefined ? follow(answer, elements.settings().locale) : { error: answer.error };
    }

    async function notEmulated() {
      const message = 'This is not part of the emulator. Use the Payment Element and confirmPayment().';
      return { error: { type: 'invalid_request_error', message } };
    }

    return {
      elements: (elementsOptions) => createElements(key, options.locale, elementsOptions),
      confirmPayment,
      retrievePaymentIntent: retrieve,
      // @stripe/react-stripe-js takes an object for Stripe when it has these.
      confirmCardPayment: notEmulated,
      createPaymentMethod: notEmulated,
      createToken: notEmulated,
    };
  }

  Stripe.version = 'endive';
  Stripe.isEmulator = true;
  window.Stripe = Stripe;
})();
