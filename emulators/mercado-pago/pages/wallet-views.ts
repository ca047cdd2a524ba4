import type { Payment } from '../payment.ts';
import type { Preference } from '../preference.ts';
import type { Tenant } from '../tenant.ts';
import { returnAddress } from '../wallet-payments.ts';
import type { WalletUser } from '../wallet-users.ts';
import { backLink, factList, money, pageResponse } from './frame.ts';
import { type Html, html } from './html.ts';
import { type Language, statusWord, type Texts, textsIn } from './texts.ts';

/** The data of every wallet page. */
export type WalletView = { tenant: Tenant; preference: Preference; language: Language };

/** Sign-in: a choice of the test users, or back to the merchant. */
export function signInPage(view: WalletView, users: readonly WalletUser[]): Response {
  const texts = textsIn(view.language);
  const choices = users.map((user, index) =>
    choice('user', user.id, user.name, user.email, { checked: index === 0, disabled: false }),
  );
  return draw(
    view,
    texts.signInTitle,
    html`<h1>${texts.signInTitle}</h1>
      <p class="lead">${texts.signInLead}</p>
      ${total(view)}
      <form method="post" action="${view.tenant.prefix}/checkout/v1/login">
        ${hiddenPreference(view)}
        <fieldset>
          <legend>${texts.signInLegend}</legend>
          ${choices}
        </fieldset>
        <div class="actions"><button class="primary">${texts.signIn}</button></div>
      </form>
      <form method="post" action="${view.tenant.prefix}/checkout/v1/pay">
        ${hiddenPreference(view)}
        <div class="actions"><button class="plain" name="decision" value="cancel">${texts.cancel}</button></div>
      </form>`,
  );
}

/** Review: the purchase, the means of payment, and the choice of the outcome. */
export function reviewPage(
  view: WalletView,
  input: { user: WalletUser; paidAlready: boolean; attemptKey: string; rejected: Payment | null },
): Response {
  const texts = textsIn(view.language);
  return draw(
    view,
    texts.reviewTitle,
    html`${session(view, input.user, texts)} ${input.rejected === null ? null : rejection(texts)}
      ${input.paidAlready ? html`<p class="notice" role="status">${texts.paidAlready}</p>` : null}
      <h1>${texts.reviewTitle}</h1>
      ${total(view)} ${purchase(view, texts)}
      <form method="post" action="${view.tenant.prefix}/checkout/v1/pay">
        ${hiddenPreference(view)} <input type="hidden" name="attempt" value="${input.attemptKey}" />
        <fieldset>
          <legend>${texts.payWith}</legend>
          ${sources(view, input.user, texts)}
        </fieldset>
        <div class="actions"><button class="primary" name="decision" value="approve">${texts.pay}</button></div>
        <div class="outcomes">
          <h2>${texts.otherOutcomes}</h2>
          <div class="actions pair">
            <button name="decision" value="pending">${texts.leavePending}</button>
            <button class="danger" name="decision" value="reject">${texts.reject}</button>
          </div>
          <div class="actions"><button class="plain" name="decision" value="cancel">${texts.cancel}</button></div>
        </div>
      </form>`,
    [returnAddress(view.tenant, view.preference, input.rejected)],
  );
}

/** The outcome of an attempt, with the way back to the merchant. */
export function resultPage(view: WalletView, payment: Payment): Response {
  const texts = textsIn(view.language);
  const open = payment.status === 'in_process' || payment.status === 'pending';
  const title = payment.status === 'approved' ? texts.approvedTitle : open ? texts.pendingTitle : texts.alreadyDone;
  return draw(
    view,
    title,
    html`<h1>${title}</h1>
      ${open ? html`<p class="lead">${texts.pendingLead}</p>` : null} ${total(view)}
      ${factList([
        [texts.merchant, view.tenant.facts.merchant],
        [texts.operation, String(payment.id)],
        [texts.statusLabel, statusWord(texts, payment.status, payment.statusDetail)],
      ])}
      ${backLink(returnAddress(view.tenant, view.preference, payment), texts.backToMerchant)}`,
  );
}

/** The checkout after the time in which it can be paid. */
export function expiredPage(view: WalletView): Response {
  const texts = textsIn(view.language);
  return draw(
    view,
    texts.expiredTitle,
    html`<h1>${texts.expiredTitle}</h1>
      <p class="lead">${texts.expiredLead}</p>
      ${backLink(returnAddress(view.tenant, view.preference, null), texts.backToMerchant)}`,
  );
}

function draw(view: WalletView, title: string, content: Html, leadsTo: readonly string[] = []): Response {
  const texts = textsIn(view.language);
  const { success, pending, failure } = view.preference.backUrls;
  return pageResponse({
    language: view.language,
    look: 'wallet',
    prefix: view.tenant.prefix,
    brand: view.tenant.facts.merchant,
    tagline: texts.wallet,
    title,
    content: html`<section class="card">${content}</section>`,
    leadsTo: [success, pending, failure, ...leadsTo],
  });
}

function session(view: WalletView, user: WalletUser, texts: Texts): Html {
  const signOut = `${view.tenant.prefix}/checkout/v1/logout?pref_id=${encodeURIComponent(view.preference.id)}`;
  return html`<p class="session">
    <span>${texts.signedInAs} ${user.name}</span> <a href="${signOut}">${texts.signOut}</a>
  </p>`;
}

function rejection(texts: Texts): Html {
  return html`<p class="notice bad" role="alert">
    <strong>${texts.rejectedTitle}</strong> ${texts.rejectedLead}
  </p>`;
}

function purchase(view: WalletView, texts: Texts): Html {
  const { items, externalReference } = view.preference;
  return factList([
    [texts.merchant, view.tenant.facts.merchant],
    ...items.map((item) => [texts.concept, item.title] as const),
    externalReference === null ? null : [texts.reference, externalReference],
  ]);
}

/** The balance first; if it is too low, the first card is selected. */
function sources(view: WalletView, user: WalletUser, texts: Texts): Html[] {
  const enough = user.balance >= view.preference.amount;
  const balance = `${texts.balance}: ${money(user.balance, view.tenant.site, view.language)}`;
  const note = enough ? balance : `${texts.insufficient}. ${balance}`;
  return [
    choice('source', 'account_money', texts.accountMoney, note, { checked: enough, disabled: !enough }),
    ...user.cards.map((card, index) =>
      choice('source', card.methodId, card.label, null, { checked: !enough && index === 0, disabled: false }),
    ),
  ];
}

function choice(
  name: string,
  value: string,
  label: string,
  note: string | null,
  state: { checked: boolean; disabled: boolean },
): Html {
  const checked = state.checked ? html` checked` : null;
  const disabled = state.disabled ? html` disabled` : null;
  return html`<label class="choice">
    <input type="radio" name="${name}" value="${value}" required${checked}${disabled} />
    <span>${label} ${note === null ? null : html`<small>${note}</small>`}</span>
  </label>`;
}

function total(view: WalletView): Html {
  const texts = textsIn(view.language);
  return html`<p class="total">
    <span>${texts.amount}</span>
    <strong>${money(view.preference.amount, view.tenant.site, view.language)}</strong>
  </p>`;
}

function hiddenPreference(view: WalletView): Html {
  return html`<input type="hidden" name="pref_id" value="${view.preference.id}" />`;
}
