import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { now as readClock, timestamp } from '#lib/clock.ts';
import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import type { BookPeriod } from '#lib/rails/port/books.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { acknowledgeDifference, knownDifferencesOf, openDifferences } from '#lib/reconciliation/acknowledge.ts';
import { beginReconciliation, OVERLAP_MS } from '#lib/reconciliation/begin.ts';
import { mayHaveMore } from '#lib/reconciliation/difference.ts';
import { differenceName, isUnexplained, type KnownDifference } from '#lib/reconciliation/known-differences.ts';
import { recoverLink } from '#lib/reconciliation/lost-links.ts';
import { balancesOf, performReconciliation, ReportPending } from '#lib/reconciliation/perform.ts';
import { instantIn } from '#lib/time-zone.ts';
import type { Reconciliation } from '#prisma/generated/client.ts';
import { type Command, type Flags, optional, reasonOf, required, UsageError } from './command.ts';

const DAY_MS = 86_400_000;
/** How long the console waits for the report of a gateway, and the polling interval, in milliseconds. */
const TIMEOUT_MS = 120_000;
const POLL_MS = 2000;

const day = z
  .string()
  .transform((text) => (text.length === 10 ? instantIn('UTC', text) : undefined))
  .refine((instant) => instant !== undefined, 'must be a day such as 2026-11-20');

/** The period of --from and --to: whole days in UTC; undefined without flags. @throws UsageError */
function chosenDays(flags: Flags, now: Date): BookPeriod | undefined {
  const [first, last] = [optional(flags, 'from', day), optional(flags, 'to', day)];
  for (const [name, begin] of [['from', first] as const, ['to', last] as const])
    if (begin && begin > now) throw new UsageError(`--${name} must not lie in the future.`);
  if (!first && !last) return undefined;
  const to = last ? new Date(Math.min(last.getTime() + DAY_MS - 1, now.getTime())) : now;
  const from = first ?? new Date(to.getTime() - OVERLAP_MS);
  if (to < from) throw new UsageError('--to must not lie before --from.');
  return { from, to };
}

/** Reconciles one account; the worker completes what is not finished in time. */
async function reconcile(gateway: string, now: Date, chosen: BookPeriod | undefined): Promise<Reconciliation> {
  const { id } = await transaction((tx) => beginReconciliation(tx, gateway, now, chosen));
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isDone(id, now)) && Date.now() < deadline) await pause(POLL_MS);
  const run = await db().reconciliation.findUniqueOrThrow({ where: { id } });
  if (!run.finishedAt) await transaction((tx) => enqueue(tx, 'reconcile_account', { id }));
  return run;
}

/** Whether the reconciliation is finished, or its gateway failed. */
async function isDone(id: string, now: Date): Promise<boolean> {
  try {
    await performReconciliation(id, now);
    return true;
  } catch (error) {
    if (error instanceof ReportPending) return false;
    if (!isGatewayError(error)) throw error;
    return true;
  }
}

/** The account of --gateway. @throws UsageError */
function gatewayOf(flags: Flags): string {
  const gateway = required(flags, 'gateway');
  if (!gatewayNames().includes(gateway)) throw new UsageError(`--gateway must be one of ${gatewayNames().join(', ')}.`);
  return gateway;
}

/** Recovers the link of one payment. One that is refused stops no other. */
async function recover(gateway: string, payment: string, now: Date) {
  try {
    const { linkId } = await recoverLink(gateway, payment, 'console', now);
    return { payment, link: linkId };
  } catch (error) {
    if (isDomainError(error)) return { payment, link: null, refused: error.code };
    if (isGatewayError(error)) return { payment, link: null, refused: 'gateway_unavailable' };
    throw error;
  }
}

function present(run: Reconciliation, differences: readonly KnownDifference[]) {
  const { gateway, from, to, problem, finishedAt } = run;
  return {
    gateway,
    from: timestamp(from),
    to: timestamp(to),
    state: finishedAt ? 'finished' : problem === null ? 'waiting' : 'failed',
    problem,
    balances: balancesOf(run).map(({ currency, oursMinor, theirsMinor }) => ({
      currency,
      ours_minor: Number(oursMinor),
      theirs_minor: Number(theirsMinor),
    })),
    differences: differences.map(({ lostLink, acknowledged, ...difference }) => ({
      name: differenceName(difference),
      ...presentDifference(difference),
      ...(lostLink && {
        lost_link: {
          id: lostLink.id,
          cause: lostLink.facts?.causeKey ?? null,
          client: lostLink.facts?.clientId ?? null,
        },
      }),
      ...(acknowledged && {
        acknowledged: {
          by: acknowledged.acknowledgedBy,
          reason: acknowledged.reason,
          at: timestamp(acknowledged.acknowledgedAt),
        },
      }),
    })),
    ...(mayHaveMore(differences) && { more_differences: true }),
  };
}

function presentDifference({
  about,
  subject,
  paymentId,
  currency,
  oursMinor,
  theirsMinor,
}: Omit<KnownDifference, 'lostLink' | 'acknowledged'>) {
  const amounts = { ours_minor: Number(oursMinor), theirs_minor: Number(theirsMinor) };
  return { about, subject, payment: paymentId, currency, ...amounts };
}

export const RECONCILE_COMMANDS: Readonly<Record<string, Command>> = {
  'reconcile run': {
    flags: ['from', 'to'],
    audits: 'reconciliation.run',
    prepare: (flags) => {
      const chosen = chosenDays(flags, readClock());
      if (gatewayNames().length === 0)
        throw new UsageError(
          'No gateway keys are set: nothing was compared. Run it with the environment of the servers.',
        );
      return async (now) => {
        const runs = await Promise.all(gatewayNames().map((gateway) => reconcile(gateway, now, chosen)));
        const found = await Promise.all(
          runs.map(async (run) => ({ run, differences: await knownDifferencesOf(db(), run) })),
        );
        return {
          // But for what staff have explained.
          agrees: found.every(({ run, differences }) => run.finishedAt !== null && !differences.some(isUnexplained)),
          gateways: found.map(({ run, differences }) => present(run, differences)),
        };
      };
    },
  },
  'reconcile recover': {
    flags: ['gateway'],
    prepare: (flags) => {
      const gateway = gatewayOf(flags);
      return async (now) => {
        const lost = (await openDifferences(db(), gateway)).filter(({ lostLink }) => lostLink);
        const payments = [...new Set(lost.map(({ subject }) => subject))];
        const found: { payment: string; link: string | null; refused?: string }[] = [];
        for (const payment of payments) found.push(await recover(gateway, payment, now));
        return { recovered: found.filter(({ link }) => link !== null).length, payments: found };
      };
    },
  },
  'reconcile acknowledge': {
    flags: ['gateway', 'difference', 'reason'],
    prepare: (flags) => {
      const gateway = gatewayOf(flags);
      const difference = required(flags, 'difference');
      const reason = reasonOf(flags);
      return async (now) => {
        const wish = { gateway, difference, reason, by: 'console' };
        const found = await transaction((tx) => acknowledgeDifference(tx, wish, now)).catch((error: unknown) => {
          if (isDomainError(error) && error.code === 'difference_not_found')
            throw new UsageError('--difference: no open difference has this name. `reconcile run` prints their names.');
          throw error;
        });
        return { gateway, ...presentDifference(found), reason };
      };
    },
  },
};
