import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { acceptance } from '#lib/causes/states.ts';
import { amountToPay, type FoundLink, linkNotFound } from '#lib/checkout-links/find.ts';
import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { text } from '#lib/fields.ts';
import { log } from '#lib/log.ts';
import { unavailable, validationFailed } from '#lib/problems/problem.ts';
import {
  GatewayError,
  isGatewayError,
  type Option,
  type RedirectRail,
  type RedirectStart,
} from '#lib/rails/port.ts';
import { redirectRailsFor } from '#lib/rails/registry.ts';
import type { Cause, Payment } from '#prisma/generated/client.ts';
import { claimAttempt, startAttempt } from './attempt.ts';
import { callOffOthers } from './call-off.ts';
import { isFromBrowser } from './donor-browser.ts';
import { endAttempt } from './end-attempt.ts';
import { findSettledLink } from './end-link.ts';
import { needingGateway } from './gateway-trouble.ts';
import { redirectRailsOf } from './methods.ts';
import { isUndecided } from './own-money.ts';
import {
  amountRefused,
  findAcceptingCause,
  paidElsewhere,
  refuseEnded,
  refuseOutOfBounds,
} from './payable.ts';
import { handleOf } from './review.ts';
import { settle } from './settle.ts';

/** How long a caller waits for another's attempt before it is told to retry, in milliseconds. */
const WAIT_MS = 20_000;
/** Between two looks at another's attempt, in milliseconds. */
const LOOK_AGAIN_MS = 100;
/** A start that never answered is repeated as it is until what it may have made can no longer be paid, in milliseconds. */
const REPEAT_FOR_MS = 16 * 60 * 1000;
const GIVEN_UP = 'start_given_up';

/** What a donor's page asks for: the method, the fields of its form, and whether to give up what was started before. */
export const redirectInput = z.strictObject({
  ref: text(255, 1),
  method: z.enum(['bank_transfer', 'wallet'], 'must be bank_transfer or wallet'),
  /** Checked by the rail that the method leads to. */
  payer: z.unknown().optional(),
  start_over: z.boolean('must be true or false').default(false),
});
export type RedirectWish = z.output<typeof redirectInput>;

type Situation = { link: FoundLink; cause: Cause; rail: RedirectRail; payer: unknown };

/**
 * Starts a bank transfer or a wallet payment and tells where the donor goes on with it. One attempt is live on a link and
 * rail: a second click is sent to the same page. After an answer that never came, the attempt is looked for before the
 * very same start is repeated, so that nobody is asked to pay twice.
 * @param secret what the browser keeps for this link: another than the one that saved last starts and continues nothing
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable`, `cause_not_accepting_payments`,
 * `validation_failed` naming `amount`, `method` or a field of the form, or 503.
 */
export async function startRedirect(
  wish: RedirectWish,
  clientAddress: string | undefined,
  secret: string | undefined,
): Promise<{ redirect_url: string }> {
  const resumed = wish.payer === undefined && !wish.start_over ? await resume(wish, secret) : undefined;
  if (resumed) return { redirect_url: resumed };
  const deadline = readClock().getTime() + WAIT_MS;
  let startOver = wish.start_over;
  let hasCalledOff = false;
  while (readClock().getTime() < deadline) {
    const situation = await findSituation(wish, readClock(), secret);
    if (!hasCalledOff) {
      const left = await callOffOthers(situation.link.id, wish.method);
      // The donor is shown how it stands instead of being asked to pay beside it.
      if (left.some(({ isPaid }) => isPaid)) return { redirect_url: returnUrl(situation.link.id) };
      hasCalledOff = true;
      continue;
    }
    const claim = await claimAttempt(situation.link, situation.rail);
    if (claim.kind === 'wait') await pause(LOOK_AGAIN_MS);
    if (claim.kind === 'start') {
      const redirectUrl = await start(situation, claim.attempt, claim.repeated, clientAddress);
      if (redirectUrl && Number(claim.attempt.amount) === claim.amountMajor)
        return { redirect_url: redirectUrl };
    }
    if (claim.kind === 'exists') {
      const redirectUrl = await needingGateway(() =>
        goOn(situation.rail, claim.attempt, startOver || Number(claim.attempt.amount) !== claim.amountMajor),
      );
      if (redirectUrl) return { redirect_url: redirectUrl };
      startOver = false;
    }
  }
  throw unavailable('The payment gateway', new Error('another attempt on this link did not finish in time'));
}

/**
 * A donor who only wants to go on with what is under way need not fill in the form again. Undefined where nothing is, or
 * where it is of another amount.
 */
async function resume(
  { ref, method }: RedirectWish,
  secret: string | undefined,
): Promise<string | undefined> {
  const link = await findOwnLink(ref, readClock(), secret);
  const attempt = await db().payment.findFirst({
    where: { linkId: link.id, rail: method, state: 'pending', amount: BigInt(amountToPay(link)) },
  });
  const cause = attempt && (await db().cause.findUnique({ where: { key: attempt.causeKey } }));
  // Close to the link's expiry nothing is started any more, but what was started can be finished.
  const rail = cause && redirectRailsFor(cause.country).find(({ gateway }) => gateway === attempt.gateway);
  if (!rail || acceptance(cause, readClock()) !== 'accepting') return undefined;
  return needingGateway(() => goOn(rail, attempt, false));
}

/**
 * The open link, for the browser whose choices stand on it: a gateway's page shows what the donor typed, and what is paid
 * there is theirs. @throws Problem as `startRedirect`.
 */
async function findOwnLink(ref: string, now: Date, secret: string | undefined): Promise<FoundLink> {
  const link = await findSettledLink(ref, now);
  if (!link) throw linkNotFound();
  refuseEnded(link);
  if (link.browserHash !== null && !isFromBrowser(link, secret)) throw paidElsewhere();
  return link;
}

async function findSituation(
  { ref, method, payer }: RedirectWish,
  now: Date,
  secret: string | undefined,
): Promise<Situation> {
  const link = await findOwnLink(ref, now, secret);
  const cause = await findAcceptingCause(link, now);
  const rail = redirectRailsOf(cause.country, link, now).find(({ kind }) => kind === method);
  if (!rail)
    throw validationFailed([{ field: 'method', message: 'is not offered for this donation at the moment' }]);
  const checked = rail.payer.safeParse(payer);
  if (!checked.success)
    throw validationFailed(
      checked.error.issues.map(({ path, message }) => ({ field: ['payer', ...path].join('.'), message })),
    );
  const offer = await rail.offer();
  refuseOutOfBounds(amountToPay(link), offer, link.currency);
  refuseUnknownOption(rail, checked.data, offer.options);
  return { link, cause, rail, payer: checked.data };
}

/** @throws Problem naming the field, when the donor's bank is not one of those that can be chosen now. */
function refuseUnknownOption(
  { optionField }: RedirectRail,
  payer: Record<string, string>,
  options: Option[],
): void {
  if (optionField === null || options.length === 0) return;
  if (!options.some(({ code }) => code === payer[optionField]))
    throw validationFailed([{ field: `payer.${optionField}`, message: 'invalid' }]);
}

async function start(
  { link, cause, rail, payer }: Situation,
  attempt: Payment,
  repeated: boolean,
  clientAddress: string | undefined,
): Promise<string | undefined> {
  const input = (key: string): RedirectStart => ({
    key,
    linkId: link.id,
    paymentId: attempt.id,
    amountMajor: Number(attempt.amount),
    currency: attempt.currency,
    description: cause.title,
    returnUrl: returnUrl(link.id),
    notificationUrl: notificationUrl(rail.gateway),
    expiresAt: link.expiresAt,
    clientAddress: clientAddress ?? null,
    payer,
  });
  try {
    const started = await startAttempt(attempt, rail, async (key) => {
      const earlier = repeated ? await rail.findStarted(link.id, attempt.id) : null;
      if (repeated && !earlier && hasRunOut(attempt)) throw new GatewayError('fault', GIVEN_UP, undefined);
      return earlier ?? rail.start(input(key));
    });
    // What was found again may have ended meanwhile: the next look tells.
    return repeated ? undefined : started?.redirectUrl;
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    if (error.code === GIVEN_UP) return undefined;
    if (error.code.startsWith('amount_refused')) throw amountRefused('is not taken by this method');
    if (error.code.startsWith('payer_refused')) {
      log().warn({ gateway: rail.gateway, code: error.code }, 'a gateway refused what a donor entered');
      throw validationFailed([{ field: 'payer', message: 'refused' }]);
    }
    return needingGateway(() => Promise.reject(error));
  }
}

/** Whether whatever a lost start may have made has ended by itself, so that another is no second payment. */
function hasRunOut({ createdAt }: Payment): boolean {
  return readClock().getTime() - createdAt.getTime() > REPEAT_FOR_MS;
}

/** Where the donor goes on with a live attempt; undefined when it ended or is given up, and the caller should look again. */
async function goOn(rail: RedirectRail, attempt: Payment, startOver: boolean): Promise<string | undefined> {
  const handle = handleOf(attempt);
  if (!handle) throw new Error('Bug: a pending payment without its reference');
  if (!startOver) {
    const remote = await rail.lookUp(handle);
    if (isUndecided(remote, attempt.id)) return (await rail.resume(handle)) ?? returnUrl(attempt.linkId);
    await settle(attempt.id, remote, readClock);
    return undefined;
  }
  const after = await endAttempt(attempt);
  // It could not be called off: the donor is shown how it stands instead of being asked to pay beside it.
  if (after && isUndecided(after, attempt.id)) return returnUrl(attempt.linkId);
  return undefined;
}

function returnUrl(linkId: string): string {
  return `${env().publicBaseUrl}/checkout/return?ref=${encodeURIComponent(linkId)}`;
}

/** Gateways refuse addresses that they cannot reach; then their account's own setting counts, and the reconciler. */
function notificationUrl(gateway: string): string | null {
  const { publicBaseUrl } = env();
  return publicBaseUrl.startsWith('https:')
    ? `${publicBaseUrl}/webhooks/${gateway}?source_news=webhooks`
    : null;
}
