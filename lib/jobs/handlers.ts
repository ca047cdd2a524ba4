import { now } from '#lib/clock.ts';
import { deliverEmail } from '#lib/emails/deliver.ts';
import { checkPayment } from '#lib/payments/check.ts';
import { findSettledLink } from '#lib/payments/end-link.ts';
import { performRefund } from '#lib/payments/perform-refund.ts';
import { handleEvent } from '#lib/payments/receive-event.ts';
import { refundPayment } from '#lib/payments/refund.ts';
import { stopPayments } from '#lib/payments/stop-payments.ts';
import { performReconciliation } from '#lib/reconciliation/perform.ts';
import { checkLedgerJob } from './check-ledger.ts';
import type { QueueName } from './queue.ts';
import { beginReconciliations } from './reconcile.ts';
import { sweep } from './sweep.ts';

/** What each queue's job does. Every one looks again before it acts, so that running twice is running once. */
export const HANDLERS: Record<QueueName, (id: string, after?: string) => Promise<unknown>> = {
  deliver_email: (id) => deliverEmail(id, now()),
  refund_payment: (id) => refundPayment(id, now()),
  perform_refund: (id) => performRefund(id, now()),
  settle_link: (id) => findSettledLink(id, now()),
  handle_event: (id) => handleEvent(id, now()),
  check_payment: (id) => checkPayment(id, now()),
  stop_payments: (causeKey, after) => stopPayments(causeKey, now(), after),
  check_ledger: () => checkLedgerJob(now()),
  reconcile: () => beginReconciliations(now()),
  reconcile_account: (id) => performReconciliation(id, now()),
  sweep: () => sweep(now()),
};
