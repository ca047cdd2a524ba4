import { z } from 'zod';
import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { text } from '#lib/fields.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { amountToPay } from '#lib/payments/attempts/payable.ts';
import { isFromBrowser } from '#lib/payments/donor-browser.ts';
import { findCurrentLink } from '#lib/payments/sync/end-link.ts';
import { validationFailed } from '#lib/problems/problem.ts';
import type { Option, RedirectRail } from '#lib/rails/port/rail.ts';
import { redirectRailsOf } from './methods.ts';
import { paidInOtherBrowser, requireAccepting, requireOpenLink, requireWithinBounds } from './payable.ts';

/** The page's request: the method, its form fields, and whether to cancel what was started before. */
export const redirectInput = z.strictObject({
  ref: text(255, 1),
  method: z.enum(['bank_transfer', 'wallet'], 'must be bank_transfer or wallet'),
  /** Validated by the method's rail. */
  payer: z.unknown().optional(),
  start_over: z.boolean('must be true or false').default(false),
});
export type RedirectInput = z.output<typeof redirectInput>;

/** The validated input of a redirect payment. */
export type PaymentContext = { link: FoundLink; rail: RedirectRail; payer: unknown };

/**
 * The open link, for the browser whose choices it stores: a gateway's page shows the donor's data, and the payment is made
 * in their name.
 * @param secret the browser's secret for this link
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable`, or 503
 */
export async function findLinkOfBrowser(ref: string, now: Date, secret: string | undefined): Promise<FoundLink> {
  const link = await findCurrentLink(ref, now);
  if (!link) throw linkNotFound();
  requireOpenLink(link);
  if (link.browserHash !== null && !isFromBrowser(link, secret)) throw paidInOtherBrowser();
  return link;
}

/**
 * Checks every condition before a bank transfer or wallet payment is started.
 * @throws Problem as `findLinkOfBrowser`, `cause_not_accepting_payments`, or `validation_failed` naming `amount`, `method` or a
 * field of the form
 */
export async function findPaymentContext(
  { ref, method, payer }: RedirectInput,
  now: Date,
  secret: string | undefined,
): Promise<PaymentContext> {
  const link = await findLinkOfBrowser(ref, now, secret);
  requireAccepting(link, now);
  const rail = redirectRailsOf(link.cause.country, link, now).find(({ kind }) => kind === method);
  if (!rail) throw validationFailed([{ field: 'method', message: 'is not offered for this donation at the moment' }]);
  const checked = rail.payer.safeParse(payer);
  if (!checked.success)
    throw validationFailed(
      checked.error.issues.map(({ path, message }) => ({ field: ['payer', ...path].join('.'), message })),
    );
  const offer = await rail.offer();
  requireWithinBounds(amountToPay(link), offer, link.currency);
  requireKnownOption(rail, checked.data, offer.options);
  return { link, rail, payer: checked.data };
}

/** @throws Problem naming the field, if the donor's bank is not available at the moment. */
function requireKnownOption({ optionField }: RedirectRail, payer: Record<string, string>, options: Option[]): void {
  if (optionField === null || options.length === 0) return;
  if (!options.some(({ code }) => code === payer[optionField]))
    throw validationFailed([{ field: `payer.${optionField}`, message: 'invalid' }]);
}
