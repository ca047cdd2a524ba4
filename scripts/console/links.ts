import { presentLink } from '#lib/checkout-links/present.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { timestamp } from '#lib/clock.ts';
import { db, transaction } from '#lib/db.ts';
import { findLink } from '#lib/hot-queries/find-link.ts';
import {
  type CurrentCardPause,
  liftDeclineLock,
  liftPause,
  listCurrentPauses,
} from '#lib/payments/card-testing/decline-limits.ts';
import { cancelLink, findLinkWithoutGateway } from '#lib/payments/sync/end-link.ts';
import { type AuditOutcome, audit, changedFields } from '#lib/policy/audit.ts';
import { isProblem } from '#lib/problems/problem.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { type Command, reasonOf, required, UsageError } from './command.ts';

async function findLinkOrFail(id: string, now: Date) {
  const link = await findLinkWithoutGateway(id, now);
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
    sent_by_hand_minor: Number(payment.sentByHandMinor),
    being_refunded_minor: Number(payment.refundsPendingMinor),
    disputed_minor: Number(payment.disputedMinor),
    charged_back_minor: Number(payment.chargedBackMinor),
    created_at: timestamp(payment.createdAt),
    succeeded_at: payment.succeededAt && timestamp(payment.succeededAt),
  };
}

/** Before its gateway is asked, and once it is cancelled. */
function noteCancel(subject: string, outcome: AuditOutcome, data: Record<string, unknown>): Promise<void> {
  return transaction((tx) => audit(tx, { actor: 'console', action: 'link.cancel', subject, outcome, data }));
}

/** A pause as the console shows it. A network is a keyed hash: nothing of it is shown. */
function presentPause(pause: CurrentCardPause) {
  return {
    id: pause.id,
    kind: pause.kind,
    cause: pause.kind === 'network' ? null : pause.subject,
    link: pause.linkId,
    declines: pause.declines,
    approvals: pause.approvals,
    started_at: timestamp(pause.startedAt),
    ends_at: timestamp(pause.endsAt),
  };
}

export const LINK_COMMANDS: Readonly<Record<string, Command>> = {
  'link cancel': {
    flags: ['id'],
    prepare: (flags) => {
      const id = required(flags, 'id');
      return async (now) => {
        if (linkStatus(await findLinkOrFail(id, now)) === 'open') await noteCancel(id, 'started', {});
        const link = await cancelLink(id, now).catch((error: unknown) => {
          throw isProblem(error) ? new UsageError(`--id: ${error.message}`) : error;
        });
        const status = linkStatus(link);
        if (status !== 'cancelled') throw new UsageError(`--id: the link is ${status} and cannot be cancelled.`);
        // One that was cancelled before keeps its time, and nothing has changed.
        if (link.cancelledAt?.getTime() === now.getTime())
          await noteCancel(id, 'done', { before: { status: 'open' }, after: { status } });
        return presentLink(link);
      };
    },
  },
  'link unlock': {
    flags: ['id'],
    prepare: (flags) => {
      const id = required(flags, 'id');
      return async (now) => {
        const before = await findLinkOrFail(id, now);
        const data = changedFields(before, { ...before, declinesLiftedAt: now }, ['declinesLiftedAt']);
        await transaction(async (tx) => {
          await liftDeclineLock(tx, id, now);
          await audit(tx, { actor: 'console', action: 'link.unlock', subject: id, data });
        });
        return presentLink(await findLinkOrFail(id, now));
      };
    },
  },
  'pause list': {
    flags: [],
    prepare: () => async (now) => (await listCurrentPauses(now)).map(presentPause),
  },
  'pause lift': {
    flags: ['id', 'reason'],
    // Below, with what was before and after.
    prepare: (flags) => {
      const id = required(flags, 'id');
      const reason = reasonOf(flags);
      return (now) =>
        transaction(async (tx) => {
          const pause = await tx.cardPause.findUnique({ where: { id } });
          if (!pause || pause.liftedAt || pause.endsAt <= now)
            throw new UsageError(`--id: there is no pause ${id} in force.`);
          await liftPause(tx, id, pause.startedAt, now);
          const { kind, linkId: link, endsAt } = pause;
          const change = { before: { endsAt }, after: { endsAt: now } };
          const data = { kind, link, ...change, reason };
          await audit(tx, { actor: 'console', action: 'card_pause.lift', subject: id, data });
          return { id, kind, lifted_at: timestamp(now) };
        });
    },
  },
  'payment list': {
    flags: ['link'],
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
