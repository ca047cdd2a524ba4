// @ts-check

/** @typedef {{ label: string, action: Record<string, unknown>, isOn?: (view: View) => boolean }} Control */
/** @typedef {{ title: string, hint?: string, needs?: 'card' | 'local', controls: Control[] }} Group */
/**
 * As the route answers (lib/qa-deck/deck-view.ts).
 * @typedef {{ at: string, kind: string, subject: string, facts: Record<string, string | number | boolean> }} Entry
 * @typedef {{ id: string, status: string, detail?: string }} GatewayPayment
 * @typedef {{ name: string, isDown: boolean, webhooks: string, held: number, script?: string,
 *   forced?: string | null, payments: GatewayPayment[] }} Gateway
 * @typedef {{ status: string, gateways: Gateway[], trail: Entry[] }} View
 */

/** @param {string} label @param {string | null} outcome @returns {Control} */
const force = (label, outcome) => ({
  label,
  action: { kind: 'force_card', outcome },
  isOn: ({ gateways }) => gateways.some(({ forced }) => forced === outcome),
});

/** @param {string} label @param {string} mode @returns {Control} */
const webhooks = (label, mode) => ({
  label,
  action: { kind: 'webhooks', mode },
  isOn: ({ gateways }) => gateways.every((gateway) => gateway.webhooks === mode),
});

/** @param {string} label @param {string} mode @returns {Control} */
const script = (label, mode) => ({
  label,
  action: { kind: 'script', mode },
  isOn: ({ gateways }) => gateways.some((gateway) => gateway.script === mode),
});

/** @param {string} label @param {boolean} up @returns {Control} */
const gateway = (label, up) => ({
  label,
  action: { kind: 'gateway', up },
  isOn: ({ gateways }) => gateways.every(({ isDown }) => isDown !== up),
});

/** Everything that can be forced, in the order of a payment. @type {Group[]} */
export const GROUPS = [
  {
    title: 'Next card payment',
    hint: 'For the next try on this link, whatever card is typed.',
    needs: 'card',
    controls: [
      force('As the card says', null),
      force('Approve', 'approve'),
      force('Decline', 'generic_decline'),
      force('Insufficient funds', 'insufficient_funds'),
      force('Lost card', 'lost_card'),
      force('Stolen card', 'stolen_card'),
      force('Expired card', 'expired_card'),
      force('Incorrect CVC', 'incorrect_cvc'),
      force('Processing error', 'processing_error'),
      force('Ask for 3-D Secure', 'authenticate'),
      force('3-D Secure, then decline', 'authenticate_then_decline'),
      force('Keep in processing', 'processing'),
    ],
  },
  {
    title: 'Card payment that waits',
    needs: 'card',
    controls: [
      { label: 'Pass 3-D Secure', action: { kind: 'answer_challenge', outcome: 'complete' } },
      { label: 'Fail 3-D Secure', action: { kind: 'answer_challenge', outcome: 'fail' } },
      { label: 'Processing succeeds', action: { kind: 'settle_card', outcome: 'succeeded' } },
      { label: 'Processing fails', action: { kind: 'settle_card', outcome: 'failed' } },
    ],
  },
  {
    title: 'Bank transfer or wallet payment',
    hint: 'Once it was started. Late: after it was canceled or timed out.',
    needs: 'local',
    controls: [
      { label: 'Approve now', action: { kind: 'decide', outcome: 'approve' } },
      { label: 'Decline now', action: { kind: 'decide', outcome: 'reject' } },
      { label: 'Approve late', action: { kind: 'decide', outcome: 'approve_late' } },
    ],
  },
  {
    title: 'Webhooks about this link',
    controls: [
      webhooks('Deliver', 'deliver'),
      webhooks('Drop', 'drop'),
      webhooks('Send twice', 'double'),
      webhooks('Delay by 10 s', 'delay'),
      webhooks('Hold back', 'hold'),
      { label: 'Deliver what was held', action: { kind: 'release_webhooks' } },
    ],
  },
  {
    title: 'Gateways',
    hint: 'Of this link, for this link alone.',
    controls: [gateway('Up', true), gateway('Down', false)],
  },
  {
    title: 'Script of the card form',
    hint: 'From the next loading of any page.',
    needs: 'card',
    controls: [
      script('Loads', 'ok'),
      script('Blocked', 'blocked'),
      script('Broken', 'error'),
      script('Slow by 5 s', 'slow'),
      script('Form fails', 'loaderror'),
    ],
  },
  {
    title: 'Link',
    hint: 'It ends at once; that cannot be undone.',
    controls: [
      { label: 'Expire now', action: { kind: 'expire' } },
      { label: 'Cancel now', action: { kind: 'cancel' } },
    ],
  },
  {
    title: 'Approved payment',
    hint: 'At its gateway, which reports it by webhook.',
    controls: [
      { label: 'Refund', action: { kind: 'refund' } },
      { label: 'Dispute', action: { kind: 'dispute' } },
    ],
  },
];

/** Numbers to paste into the card form. @type {{ label: string, number: string }[]} */
export const CARDS = [
  { label: 'Visa', number: '4242 4242 4242 4242' },
  { label: 'American Express', number: '3782 822463 10005' },
  { label: 'Any other card', number: '4111 1111 1111 1111' },
];
