import { type Tx, transaction } from '#lib/db.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { type Answer, problemAnswer } from './answer.ts';
import { findRecord, inProgress, lockNumber, type Operation, replay } from './operation.ts';

/**
 * Runs a creating operation at most once (decisions.md 20, 21). One transaction holds the lock on the key, the created
 * rows and the recorded answer: a crash frees the key and leaves nothing behind. A problem is recorded too, after what
 * the domain wrote is rolled back; a fault is not.
 * @throws Problem `idempotency_key_in_progress`, `idempotency_key_reused`.
 */
export function createOnce(
  operation: Operation | undefined,
  now: Date,
  instance: string,
  create: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return transaction(async (tx) => {
    if (!operation) return create(tx);
    await claim(tx, operation);
    const earlier = replay(operation, await findRecord(tx, operation), now);
    if (earlier) return earlier;
    await tx.$executeRaw`SAVEPOINT domain`;
    let answer: Answer;
    try {
      answer = await create(tx);
    } catch (error) {
      if (!isProblem(error) || error.status >= 500) throw error;
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT domain`;
      answer = problemAnswer(error, instance);
    }
    await record(tx, operation, answer, now);
    return answer;
  });
}

/** Takes the lock on (scope, key) until the transaction ends, without waiting for whoever holds it. */
async function claim(tx: Tx, operation: Operation): Promise<void> {
  const [row] = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${lockNumber(operation)}::bigint) AS locked`;
  if (!row?.locked) throw inProgress();
}

async function record(tx: Tx, operation: Operation, { status, body }: Answer, now: Date): Promise<void> {
  const { scope, key, ...request } = operation;
  const values = { ...request, status, response: body, createdAt: now };
  await tx.idempotencyRecord.upsert({
    where: { scope_key: { scope, key } },
    create: { scope, key, ...values },
    update: values,
  });
}
