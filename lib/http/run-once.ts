import { db } from '#lib/db.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { type Answer, problemAnswer } from './answer.ts';
import { findRecord, inProgress, isForgotten, type Operation, refuseOtherRequest } from './operation.ts';

/** Status of a record whose operation has not been answered yet. */
const IN_FLIGHT = 0;
/** After this long in flight the process that made the claim is taken for dead, in milliseconds. */
const CLAIM_MS = 30_000;

/**
 * Runs an operation that calls a gateway at most once. No lock is held across the call (decisions.md 22): the claim is a
 * committed row. `run` gives the answer and what to remember of it; `replay` makes the answer again from that, so that a
 * client secret is never stored.
 */
export async function runOnce(
  operation: Operation | undefined,
  now: Date,
  instance: string,
  run: () => Promise<{ answer: Answer; remember: string }>,
  replay: (remembered: string) => Promise<Answer>,
): Promise<Answer> {
  if (!operation) return (await run()).answer;
  const earlier = await claimRow(operation, now);
  if (earlier) {
    const answer =
      earlier.status < 400
        ? await replay(earlier.response)
        : {
            status: earlier.status,
            body: earlier.response,
            headers: { 'Content-Type': 'application/problem+json' },
          };
    return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
  }
  // Our own claim and no other: whoever took it over, because we were slow, answers for it now.
  const where = { scope: operation.scope, key: operation.key, createdAt: now, status: IN_FLIGHT };
  const settle = (status: number, response: string) =>
    db().idempotencyRecord.updateMany({ where, data: { status, response } });
  try {
    const { answer, remember } = await run();
    await settle(answer.status, remember);
    return answer;
  } catch (error) {
    // 429 and faults are not recorded: the key is free again (decisions.md 20).
    if (isProblem(error) && error.status < 500 && error.status !== 429)
      await settle(error.status, problemAnswer(error, instance).body);
    else await db().idempotencyRecord.deleteMany({ where });
    throw error;
  }
}

async function claimRow(
  operation: Operation,
  now: Date,
): Promise<{ status: number; response: string } | undefined> {
  const { scope, key, ...request } = operation;
  const values = { ...request, status: IN_FLIGHT, response: '', createdAt: now };
  const { count } = await db().idempotencyRecord.createMany({
    data: { scope, key, ...values },
    skipDuplicates: true,
  });
  if (count === 1) return undefined;
  const row = await findRecord(db(), operation);
  if (!row) throw inProgress();
  const abandoned = row.status === IN_FLIGHT && now.getTime() - row.createdAt.getTime() > CLAIM_MS;
  if (abandoned || isForgotten(row.createdAt, now)) {
    const taken = await db().idempotencyRecord.updateMany({
      where: { scope, key, createdAt: row.createdAt },
      data: values,
    });
    if (taken.count === 1) return undefined;
    throw inProgress();
  }
  refuseOtherRequest(operation, row);
  if (row.status === IN_FLIGHT) throw inProgress();
  return row;
}
