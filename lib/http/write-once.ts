import { isUniqueViolation, pool } from '#lib/db.ts';
import { type Insert, type Statement, statementOf } from '#lib/insert.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { type Answer, problemAnswer } from './answer.ts';
import {
  findRecordNow,
  inProgress,
  lockNumber,
  type Operation,
  type RecordedAnswer,
  replay,
} from './operation.ts';

/** What a creating endpoint answers, and the one row that makes it true. */
export type Decision = { answer: Answer; row: Insert };

/** Whoever was faster has recorded an answer by then; a key that keeps changing hands is under way elsewhere. */
const MAX_ROUNDS = 3;

/**
 * `createOnce` for an endpoint that writes one row, in one statement: it takes the lock on the key, writes the row and
 * records the answer, or does nothing of it. Minting is the busiest of what writes, and a transaction of several
 * statements would cost it half of its throughput.
 * @param recorded what was found recorded when the key was read
 * @param decide decides, and writes nothing
 * @throws Problem `idempotency_key_in_progress`, `idempotency_key_reused`.
 */
export async function writeOnce(
  operation: Operation | undefined,
  recorded: RecordedAnswer | null,
  now: Date,
  instance: string,
  decide: () => Promise<Decision>,
): Promise<Answer> {
  if (!operation) {
    const { answer, row } = await decide();
    await pool().query(statementOf(row));
    return answer;
  }
  let earlier = recorded;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const replayed = replay(operation, earlier, now);
    if (replayed) return replayed;
    if (earlier) await forget(operation, earlier);
    const decision = await decided(decide, instance);
    if (await write(operation, decision, now)) return decision.answer;
    earlier = await findRecordNow(operation);
  }
  throw inProgress();
}

/** A problem of the caller's is an answer to record; a fault is not. */
async function decided(
  decide: () => Promise<Decision>,
  instance: string,
): Promise<{ answer: Answer; row: Insert | null }> {
  try {
    return await decide();
  } catch (error) {
    if (!isProblem(error) || error.status >= 500) throw error;
    return { answer: problemAnswer(error, instance), row: null };
  }
}

/** False when another request has recorded an answer meanwhile: then nothing was written. */
async function write(
  operation: Operation,
  { answer, row }: { answer: Answer; row: Insert | null },
  now: Date,
): Promise<boolean> {
  try {
    const { rows } = await pool().query<{ free: boolean }>(recording(operation, answer, row, now));
    if (!rows[0]?.free) throw inProgress();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/**
 * The statement that does it all. The lock is taken without waiting (decisions.md 21) and ends with the statement; what
 * two requests that follow each other closely would both write, the unique index on (scope, key) refuses the second.
 */
function recording(operation: Operation, answer: Answer, row: Insert | null, now: Date): Statement {
  const { scope, key, method, path, bodyHash } = operation;
  const values = [lockNumber(operation), scope, key, method, path, bodyHash, answer.status, answer.body, now];
  const record = `INSERT INTO idempotency_records (scope, key, method, path, body_hash, status, response, created_at)
    SELECT $2::text, $3::text, $4::text, $5::text, $6::text, $7::int, $8::text, $9::timestamptz FROM claim WHERE free`;
  const created = row
    ? `, created AS (${statementOf(row, { after: values.length, from: 'claim WHERE free' }).text})`
    : '';
  return {
    name: row ? `${row.name}-once` : 'record-answer',
    text: `WITH claim AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1::bigint) AS free)${created},
      recorded AS (${record}) SELECT free FROM claim`,
    values: [...values, ...(row?.values ?? [])],
  };
}

/** A record whose time is over makes room, unless somebody else has made room meanwhile. */
async function forget({ scope, key }: Operation, { createdAt }: RecordedAnswer): Promise<void> {
  await pool().query('DELETE FROM idempotency_records WHERE scope = $1 AND key = $2 AND created_at = $3', [
    ...[scope, key, createdAt],
  ]);
}
