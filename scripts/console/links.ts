import { findLink } from '#lib/checkout-links/find.ts';
import { presentLink } from '#lib/checkout-links/present.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { liftDeclineLock } from '#lib/payments/declines.ts';
import { cancelLink, findUnaskedLink } from '#lib/payments/end-link.ts';
import { isProblem } from '#lib/problems/problem.ts';
import type { Payment } from '#prisma/generated/client.ts';
import type { Command } from './commands.ts';
import { required, UsageError } from './flags.ts';

async function knownLink(id: string, now: Date) {
  const link = await findUnaskedLink(id, now);
  if (!link) throw new UsageError(`--id: there is no checkout link ${id}.`);
  return link;
}

/** A payment as the console shows it: whole major units; nothing of the donor. */
function presentPayment(payment: Payment) {
  return {
    id: payment.id,
    state: payment.state,
    rail: payment.rail,
    amount: Number(payment.amount),
    currency: payment.currency,
    gateway: payment.gateway,
    attempt: payment.attempt,
    gateway_reference: payment.gatewayReference,
    gateway_payment_id: payment.gatewayPaymentId,
    refund_reason: payment.refundReason,
    refunded_minor: Number(payment.refundedMinor),
    disputed_minor: Number(payment.disputedMinor),
    charged_back_minor: Number(payment.chargedBackMinor),
    created_at: timestamp(payment.createdAt),
    succeeded_at: payment.succeededAt && timestamp(payment.succeededAt),
  };
}

export const LINK_COMMANDS: Readonly<Record<string, Command>> = {
  'link cancel': {
    flags: ['id'],
    audited: true,
    prepare: (flags) => {
      const id = required(flags, 'id');
      return async (now) => {
        await knownLink(id, now);
        const link = await cancelLink(id, now).catch((error: unknown) => {
          throw isProblem(error) ? new UsageError(`--id: ${error.message}`) : error;
        });
        const status = linkStatus(link);
        if (status !== 'cancelled')
          throw new UsageError(`--id: the link is ${status} and cannot be cancelled.`);
        return presentLink(link);
      };
    },
  },
  'link unlock': {
    flags: ['id'],
    audited: true,
    prepare: (flags) => {
      const id = required(flags, 'id');
      return async (now) => {
        await knownLink(id, now);
        await liftDeclineLock(db(), id, now);
        return presentLink(await knownLink(id, now));
      };
    },
  },
  'payment list': {
    flags: ['link'],
    audited: false,
    prepare: (flags) => {
      const linkId = required(flags, 'link');
      return async () => {
        if (!(await findLink(linkId))) throw new UsageError(`--link: there is no checkout link ${linkId}.`);
        const payments = await db().payment.findMany({ where: { linkId }, orderBy: { createdAt: 'asc' } });
        return payments.map(presentPayment);
      };
    },
  },
};
