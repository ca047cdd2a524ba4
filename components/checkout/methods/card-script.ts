/**
 * Where the processor's script is, for the version of its library that we use (a test compares them). We load it ourselves:
 * the library's own loader tells neither why it failed nor starts anew while a request hangs.
 */
export const PROCESSOR_SCRIPT = 'https://js.stripe.com/endive/stripe.js';
