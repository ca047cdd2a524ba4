// @ts-check

/** @typedef {import('./controls.mjs').Entry} Entry */

/** How each kind of entry reads. @type {Record<string, string>} */
const WORDS = {
  link_minted: 'Link minted',
  donor_saved: 'Donor’s choices saved',
  payment_started: 'Payment started',
  payment_declined_try: 'Try declined',
  payment_approved: 'Payment approved',
  payment_declined: 'Payment declined',
  payment_canceled: 'Payment canceled',
  payment_failed: 'Payment could not be started',
  money_not_counted: 'Unmatched funds received',
  money_given_back: 'Money refunded',
  event_received: 'Webhook received',
  event_handled: 'Webhook handled',
  mail_queued: 'Mail queued',
  mail_sent: 'Mail sent',
  operator_acted: 'Operator acted',
  link_cancelled: 'Link canceled',
  link_expired: 'Link expired',
};

/** @param {Entry} entry */
export function entryWords({ kind }) {
  return WORDS[kind] ?? kind;
}

/** One entry as a list item: UTC time, what, the facts. @param {Entry} entry */
export function trailItem(entry) {
  const item = document.createElement('li');
  const time = document.createElement('time');
  time.dateTime = entry.at;
  time.textContent = `${entry.at.slice(0, 10)} ${entry.at.slice(11, 23)}`;
  const what = document.createElement('strong');
  what.textContent = entryWords(entry);
  const facts = document.createElement('span');
  facts.className = 'facts';
  facts.textContent = [entry.subject, ...Object.entries(entry.facts).map(factText)].join(' · ');
  item.append(time, what, facts);
  return item;
}

/** @param {[string, string | number | boolean]} fact */
function factText([name, value]) {
  const words = name.replaceAll('_', ' ');
  if (value === true) return words;
  return value === false ? `not ${words}` : `${words} ${value}`;
}
