import { changeContact } from '#lib/clients/terms.ts';
import { now } from '#lib/clock.ts';
import { deliverEmail } from '#lib/emails/deliver.ts';
import type { QueueName } from '#lib/jobs/queues.ts';
import { runHourlyCheck } from '#lib/ledger/hourly-check.ts';
import { stopPayments } from '#lib/payments/attempts/stop-payments.ts';
import { handleEvent } from '#lib/payments/events/receive-event.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { findCurrentLink } from '#lib/payments/sync/end-link.ts';
import { runScheduledSync, syncAttempt } from '#lib/payments/sync/scheduled-sync.ts';
import { forgetPeople } from '#lib/people/forget-people.ts';
import { beginDailyReconciliations } from '#lib/reconciliation/daily.ts';
import { performReconciliation } from '#lib/reconciliation/perform.ts';
import { sweep } from './sweep.ts';

/** The handler of each queue. Each reads the current state before it acts, so that running a job twice is harmless. */
export const HANDLERS: Record<QueueName, (id: string, after?: string) => Promise<unknown>> = {
  deliver_email: (id) => deliverEmail(id, now()),
  perform_refund: (id) => performRefund(id, now()),
  settle_link: (id) => findCurrentLink(id, now()),
  handle_event: (id) => handleEvent(id, now()),
  check_payment: (id) => runScheduledSync(id, now()),
  watch_attempt: (id) => syncAttempt(id, now()),
  stop_payments: (causeKey, after) => stopPayments(causeKey, now(), after),
  change_contact: (id) => changeContact(id, now()),
  check_ledger: () => runHourlyCheck(now()),
  reconcile: () => beginDailyReconciliations(now()),
  reconcile_account: (id) => performReconciliation(id, now()),
  forget_people: () => forgetPeople(now()),
  sweep: () => sweep(now()),
};
