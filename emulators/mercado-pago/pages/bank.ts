import { timingSafeEqual } from 'node:crypto';
import { withQuery } from '../addresses.ts';
import { findBank } from '../banks.ts';
import type { Payment } from '../payment.ts';
import { isOpen } from '../payment.ts';
import { decide, isAbandoned } from '../payment-events.ts';
import type { Tenant } from '../tenant.ts';
import { backLink, factList, money, type Page, pageResponse, redirectResponse } from './frame.ts';
import { type Html, html } from './html.ts';
import { notFoundPage } from './not-found.ts';
import { type Language, languageOf, statusWord, type Texts, textsIn } from './texts.ts';

/** The payer's choices and the status each leads to; leaving changes nothing. */
const OUTCOMES: Record<string, { status: string; statusDetail: string }> = {
  approve: { status: 'approved', statusDetail: 'accredited' },
  decline: { status: 'rejected', statusDetail: 'rejected_by_bank' },
  bank_error: { status: 'rejected', statusDetail: 'bank_error' },
};

/** `GET …/bank_transfer`: the purchase, the merchant, and the choice of the bank's answer. */
export function showBankPage(tenant: Tenant, request: Request, id: string, hash: string | null): Response {
  const language = languageOf(request);
  const payment = findByHash(tenant, id, hash);
  return payment === undefined ? notFoundPage(tenant, language, 'bank') : bankPage(tenant, payment, language);
}

/**
 * `POST …/bank_transfer`: the payer's choice. A second click, or a choice after the end, changes nothing and still leads
 * back.
 */
export async function answerBankPage(tenant: Tenant, request: Request, id: string): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const language = languageOf(request);
  const payment = findByHash(tenant, id, form.get('hash'));
  if (payment === undefined) return notFoundPage(tenant, language, 'bank');
  const decided = applyChoice(tenant, payment, form.get('decision') ?? '');
  if (tenant.switches.webhookBeforeRedirect) await tenant.channel.idle();
  if (!tenant.switches.returnToMerchant) return bankPage(tenant, decided, language);
  return redirectResponse(returnAddress(decided));
}

function applyChoice(tenant: Tenant, payment: Payment, decision: string): Payment {
  const outcome = Object.hasOwn(OUTCOMES, decision) ? OUTCOMES[decision] : undefined;
  if (outcome === undefined) return payment;
  const late = decision === 'approve' && mayApproveLate(tenant, payment);
  return isOpen(payment) || late ? decide(tenant, payment, { ...outcome, late }) : payment;
}

function mayApproveLate(tenant: Tenant, payment: Payment): boolean {
  return tenant.switches.lateApproval && isAbandoned(payment);
}

function returnAddress(payment: Payment): string {
  return withQuery(payment.callbackUrl ?? '', { payment_id: String(payment.id) });
}

function bankPage(tenant: Tenant, payment: Payment, language: Language): Response {
  const texts = textsIn(language);
  const bank = findBank(payment.bankCode ?? '')?.description ?? '';
  const content = isOpen(payment)
    ? openContent(tenant, payment, language, bank)
    : closedContent(tenant, payment, language, bank);
  const page: Page = {
    language,
    look: 'bank',
    prefix: tenant.prefix,
    brand: bank,
    tagline: texts.onlineBank,
    title: texts.bankTitle,
    content,
    leadsTo: [payment.callbackUrl],
  };
  return pageResponse(page);
}

function openContent(tenant: Tenant, payment: Payment, language: Language, bank: string): Html {
  const texts = textsIn(language);
  const leftMs = (payment.expiresAt ?? 0) - tenant.context.clock.now();
  const left = `${Math.max(1, Math.ceil(leftMs / 60_000))} ${texts.minutes}`;
  return html`<section class="card" aria-labelledby="title">
    <h1 id="title">${texts.bankTitle}</h1>
    <p class="lead">${texts.bankLead}</p>
    ${total(tenant, payment, language)} ${details(tenant, payment, texts, bank, [texts.timeLeft, left])}
    <form method="post" action="${formAddress(tenant, payment)}">
      <input type="hidden" name="hash" value="${payment.hash}" />
      <div class="actions">
        <button class="primary" name="decision" value="approve">${texts.approve}</button>
      </div>
      <div class="actions pair">
        <button class="danger" name="decision" value="decline">${texts.decline}</button>
        <button class="danger" name="decision" value="bank_error">${texts.bankError}</button>
      </div>
      <div class="actions">
        <button class="plain" name="decision" value="leave">${texts.leave}</button>
      </div>
    </form>
  </section>`;
}

function closedContent(tenant: Tenant, payment: Payment, language: Language, bank: string): Html {
  const texts = textsIn(language);
  const { title, lead } = closedWords(payment, texts);
  const word = statusWord(texts, payment.status, payment.statusDetail);
  return html`<section class="card" aria-labelledby="title">
    <h1 id="title">${title}</h1>
    ${lead === null ? null : html`<p class="lead">${lead}</p>`} ${total(tenant, payment, language)}
    ${details(tenant, payment, texts, bank, [texts.statusLabel, word])}
    ${mayApproveLate(tenant, payment) ? lateForm(tenant, payment, texts) : null}
    ${backLink(returnAddress(payment), texts.backToMerchant)}
  </section>`;
}

function closedWords(payment: Payment, texts: Texts): { title: string; lead: string | null } {
  if (payment.statusDetail === 'expired') {
    return { title: texts.transferExpired, lead: texts.transferExpiredLead };
  }
  if (payment.status === 'cancelled') {
    return { title: texts.transferCancelled, lead: texts.transferCancelledLead };
  }
  return { title: texts.alreadyDone, lead: null };
}

function lateForm(tenant: Tenant, payment: Payment, texts: Texts): Html {
  return html`<form class="outcomes" method="post" action="${formAddress(tenant, payment)}">
    <p class="lead">${texts.lateNote}</p>
    <input type="hidden" name="hash" value="${payment.hash}" />
    <div class="actions">
      <button class="primary" name="decision" value="approve">${texts.approve}</button>
    </div>
  </form>`;
}

function total(tenant: Tenant, payment: Payment, language: Language): Html {
  const texts = textsIn(language);
  return html`<p class="total">
    <span>${texts.amount}</span> <strong>${money(payment.amount, tenant.site, language)}</strong>
  </p>`;
}

function details(tenant: Tenant, payment: Payment, texts: Texts, bank: string, last: readonly [string, string]): Html {
  return factList([
    [texts.merchant, tenant.facts.merchant],
    payment.description === null ? null : [texts.concept, payment.description],
    [texts.bank, bank],
    [texts.operation, String(payment.id)],
    last,
  ]);
}

function formAddress(tenant: Tenant, payment: Payment): string {
  return `${tenant.prefix}/sandbox/payments/${payment.id}/bank_transfer`;
}

/** The payment, if the address contains its secret. */
function findByHash(tenant: Tenant, id: string, hash: string | null): Payment | undefined {
  const payment = tenant.payments.get(id);
  if (payment === undefined || payment.bankCode === null || hash === null) return undefined;
  const given = Buffer.from(hash);
  const known = Buffer.from(payment.hash);
  return given.length === known.length && timingSafeEqual(given, known) ? payment : undefined;
}
