// @ts-check

/** @typedef {import('./controls.mjs').View} View */
/** @typedef {import('./controls.mjs').Control} Control */

/** Of the shadow root, so that it and the page's own styles leave each other alone. */
const STYLES = new CSSStyleSheet();
fetch('/qa/deck.css')
  .then((response) => response.text())
  .then((text) => STYLES.replaceSync(text))
  // A page that is left while it loads; a deck without its looks still works.
  .catch(() => {});

/** What an open deck needs; a closed one loads nothing of it. */
const loadParts = async () => ({ ...(await import('./controls.mjs')), ...(await import('./trail.mjs')) });
/** @typedef {Awaited<ReturnType<typeof loadParts>>} Parts */

/** How often an open deck looks what has happened, in milliseconds. */
const LOOK_AGAIN_MS = 2_000;

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * QA's deck (docs/qa-deck.md): closed until somebody opens it, and quiet until then. Everything it shows and does goes
 * through POST /qa.
 */
class QaDeck extends HTMLElement {
  /** @type {Map<HTMLElement, Control>} */
  #buttons = new Map();
  #said = make('p', { role: 'status', class: 'said' });
  #standing = make('dl', { class: 'standing' });
  #trail = make('ol', { class: 'trail' });
  #known = 0;
  /** The number of the latest question, and of the one whose answer is shown. */
  #asked = 0;
  #shown = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Parts | undefined} */
  #parts;

  connectedCallback() {
    if (this.shadowRoot) return;
    const details = make('details', {}, make('summary', {}, make('span', { class: 'badge' }, 'QA'), ' Deck'));
    details.addEventListener('toggle', () => this.#toggle(/** @type {HTMLDetailsElement} */ (details)));
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [STYLES];
    root.append(make('aside', { 'aria-label': 'QA deck', lang: 'en' }, details));
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** @param {HTMLDetailsElement} details */
  async #toggle(details) {
    clearTimeout(this.#timer);
    if (!details.open) return;
    this.#parts ??= await loadParts();
    if (details.children.length === 1) details.append(this.#body(this.#parts));
    void this.#look();
  }

  /** @param {Parts} parts */
  #body({ CARDS, GROUPS }) {
    const groups = GROUPS.map(({ title, hint, needs = '', controls }) => {
      const note = hint === undefined ? [] : [make('p', { class: 'hint' }, hint)];
      const buttons = make('div', { class: 'buttons' }, ...controls.map((control) => this.#button(control)));
      const gated = needs === '' ? {} : { 'data-needs': needs, hidden: '' };
      return make('fieldset', gated, make('legend', {}, title), ...note, buttons);
    });
    const refresh = make('button', { type: 'button' }, 'Refresh');
    refresh.addEventListener('click', () => this.#ask(undefined, 'Refreshed.'));
    return make(
      'div',
      { class: 'body' },
      make('p', {}, 'Not part of the donor’s page: the gateways here are emulators, and this forces what they do.'),
      this.#standing,
      this.#said,
      make('div', { class: 'groups' }, ...groups, this.#cards(CARDS)),
      make('div', { class: 'heading' }, make('h2', {}, 'Trail (UTC)'), refresh),
      this.#trail,
    );
  }

  /** @param {Control} control */
  #button(control) {
    const button = make('button', { type: 'button' }, control.label);
    if (control.isOn) button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => this.#ask(control.action, `${control.label}: done.`));
    this.#buttons.set(button, control);
    return button;
  }

  /** @param {Parts['CARDS']} cards */
  #cards(cards) {
    const buttons = cards.map(({ label, number }) => {
      const button = make('button', { type: 'button' }, `${label} ${number}`);
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(number.replaceAll(' ', ''));
        this.#say(`Copied ${number}.`);
      });
      return button;
    });
    return make(
      'fieldset',
      { 'data-needs': 'card', hidden: '' },
      make('legend', {}, 'Copy a card number'),
      make('p', { class: 'hint' }, 'Any date to come, any code.'),
      make('div', { class: 'buttons' }, ...buttons),
    );
  }

  /** Looks, and again after a while, as long as the deck is open. */
  async #look() {
    clearTimeout(this.#timer);
    await this.#ask(undefined, undefined);
    if (!this.isConnected || !this.shadowRoot?.querySelector('details')?.open) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), LOOK_AGAIN_MS);
  }

  /** @param {Record<string, unknown> | undefined} action @param {string | undefined} done what to say then */
  async #ask(action, done) {
    if (action) this.#say('Working…');
    this.#asked += 1;
    const turn = this.#asked;
    try {
      const response = await fetch('/qa', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ref: this.dataset.link, ...(action && { action }) }),
      });
      const answer = await response.json();
      if (!response.ok) return this.#say(answer.errors?.[0]?.message ?? answer.detail, true);
      // What was asked earlier and answered later is out of date.
      if (turn > this.#shown) this.#show(answer, done);
      this.#shown = Math.max(turn, this.#shown);
    } catch {
      this.#say('The service does not answer.', true);
    }
  }

  /** @param {View} view @param {string | undefined} done */
  #show(view, done) {
    for (const [button, { isOn }] of this.#buttons) if (isOn) button.setAttribute('aria-pressed', String(isOn(view)));
    const isCard = view.gateways.some(({ script }) => script !== undefined);
    const isLocal = view.gateways.some(({ script }) => script === undefined);
    for (const group of this.shadowRoot?.querySelectorAll('fieldset') ?? [])
      group.hidden = (group.dataset.needs === 'card' && !isCard) || (group.dataset.needs === 'local' && !isLocal);
    this.#standing.replaceChildren(...standing(this.dataset.link ?? '', view));
    const fresh = view.trail.length - this.#known;
    const parts = this.#parts;
    if (!parts) return;
    this.#trail.replaceChildren(...view.trail.map(parts.trailItem));
    const last = view.trail.at(-1);
    const news = this.#known > 0 && fresh > 0 && last ? `${fresh} new in the trail: ${parts.entryWords(last)}.` : '';
    this.#known = view.trail.length;
    if (done || news) this.#say([done, news].filter(Boolean).join(' '));
  }

  /** @param {string} text @param {boolean} [isError] */
  #say(text, isError = false) {
    this.#said.textContent = text;
    this.#said.classList.toggle('error', isError);
  }
}

/** The link and its gateways, name by name. @param {string} linkId @param {View} view */
function standing(linkId, { status, gateways }) {
  const rows = [
    ['Link', linkId],
    ['Status', status],
    ...gateways.map(({ name, isDown, held, payments }) => {
      const last = payments.at(-1);
      const parts = [
        isDown ? 'down' : 'up',
        last ? `${last.id} ${[last.status, last.detail].filter(Boolean).join('/')}` : 'no payment yet',
        ...(held > 0 ? [`${held} webhooks held`] : []),
      ];
      return [name, parts.join(' · ')];
    }),
  ];
  return rows.map(([name = '', value = '']) => make('div', {}, make('dt', {}, name), make('dd', {}, value)));
}

customElements.define('qa-deck', QaDeck);
