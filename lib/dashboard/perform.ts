import { audit } from '#lib/audit.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { type Fields, type FormAnswer, type FormPost, formPost } from '#lib/http/form-post.ts';
import { countCall } from '#lib/http/rate-limit.ts';
import { isProblem, Problem } from '#lib/problems/problem.ts';
import { readVisit, type Session } from '#lib/sessions/session.ts';
import { type DashboardAction, isRefusal, type Outcome, Refusal } from './action.ts';
import { faultOfIssue } from './faults.ts';
import type { Fault } from './page-view.ts';
import { authorise, type Resource } from './permissions.ts';
import { writeResult } from './results.ts';
import { pathAfterSignIn } from './sign-in.ts';

/** Fields that belong to the form itself, not to the action. */
const OWN_FIELDS = new Set(['lang', 'back']);

type Call = { action: DashboardAction; session: Session; post: FormPost; fields: Fields; back: string };

/**
 * The one way in which the dashboard changes anything: own page → rate limit → signed in → resource → permission → input
 * → a fresh sign-in, where the action asks for one → transaction { action, audit, result } → 303. A form that is refused
 * comes back with its faults at the fields and with what was typed. One of a session that has ended, or is not fresh
 * enough, leads through sign-in to the page it stood on, where it waits to be sent again.
 */
export function performActions(actions: readonly DashboardAction[]) {
  const byName = new Map<string, DashboardAction>(actions.map((action) => [action.name, action]));
  return formPost(async (post) => {
    const back = backOf(post.fields);
    const visit = await readVisit(post.headers, post.now);
    if (!visit) return { to: signInPath(back) };
    const accountId = visit.kind === 'ended' ? visit.accountId : visit.session.actor.id;
    await countCall('account', accountId);
    const action = byName.get(post.params.action ?? '');
    if (!action) throw missing();
    const fields = Object.fromEntries(Object.entries(post.fields).filter(([name]) => !OWN_FIELDS.has(name)));
    if (visit.kind === 'signed_in') return perform({ action, session: visit.session, post, fields, back });
    if (Object.keys(fields).length === 0) return { to: signInPath(back, 'idle') };
    return { to: signInPath(await keepForm({ action, fields, post, back }, accountId), 'kept') };
  });
}

/**
 * The page that a form says it stood on; the first of the dashboard where it says none.
 * @throws Problem for what no page of ours writes.
 */
function backOf({ back }: Fields): string {
  const path = pathAfterSignIn(back);
  if (back !== undefined && back !== path)
    throw new Problem('validation_failed', 'The form leads elsewhere.');
  return path;
}

/** Where somebody who is not signed in is sent, to come back afterwards; `ended` says that they were, and what became of a form. */
export function signInPath(to: string, ended?: 'idle' | 'kept'): string {
  return `/sign-in?${new URLSearchParams({ to, ...(ended ? { ended } : {}) })}`;
}

/** Where somebody whose sign-in is too long ago for what they want proves again who they are. */
export function provePath(to: string): string {
  return `/sign-in/prove?${new URLSearchParams({ to })}`;
}

/** Keeps a form with which nothing was done. Returns the page where it waits to be sent again. */
async function keepForm(call: Omit<Call, 'session'>, accountId: string): Promise<string> {
  const kept = { values: keptValues(call), faults: [] };
  const result = await transaction((tx) => writeResult(tx, accountId, call.action.name, kept, call.post.now));
  return withResult(call.back, result);
}

async function perform(call: Call): Promise<FormAnswer> {
  try {
    return call.action.run ? await runOutside(call) : await actInside(call);
  } catch (error) {
    if (error instanceof SignInTooOld) return { to: provePath(await keepForm(call, call.session.actor.id)) };
    const faults = faultsOf(error);
    if (!faults) throw error;
    const values = { ...keptValues(call), ...(isRefusal(error) ? error.values : {}) };
    const result = await transaction((tx) =>
      writeResult(tx, call.session.actor.id, call.action.name, { values, faults }, call.post.now),
    );
    return { to: withResult(call.back, result) };
  }
}

function actInside(call: Call): Promise<FormAnswer> {
  return transaction(async (tx) => {
    const act = await admit(tx, call);
    if (!call.action.act) throw new Error(`Bug: ${call.action.name} does nothing`);
    const outcome = await call.action.act(tx, act);
    await log(tx, call, outcome.audit);
    return answer(tx, call, outcome);
  });
}

/** What reaches a gateway is logged before it begins: a log that lacks what was done would be worse than one too long. */
async function runOutside(call: Call): Promise<FormAnswer> {
  const act = await transaction(async (tx) => {
    const admitted = await admit(tx, call);
    const { action, fields, session } = call;
    const subject = action.subject?.(fields) ?? [fields.id].flat()[0] ?? session.actor.id;
    await log(tx, call, { subject, data: action.data?.(fields) ?? {} });
    return admitted;
  });
  if (!call.action.run) throw new Error(`Bug: ${call.action.name} does nothing`);
  const outcome = await call.action.run(act);
  return transaction((tx) => answer(tx, call, outcome));
}

/** Thrown where an action asks for a fresh sign-in and there is none: nothing was done. */
class SignInTooOld extends Error {}

/** Finds what the action is about, asks whether the actor may, and reads the input, in this order: a stranger learns nothing. */
async function admit(tx: Tx, { action, session: { actor, isFresh }, post, fields }: Call) {
  const resource = await action.find(tx, fields);
  requirePermission(actor, action, resource);
  const parsed = action.input.safeParse(fields);
  if (!parsed.success) throw new Refusal(parsed.error.issues.map(faultOfIssue));
  if (action.needsFreshSignIn && !isFresh) throw new SignInTooOld();
  return { actor, input: parsed.data, resource, now: post.now, headers: post.headers, locale: post.locale };
}

function requirePermission(
  actor: Session['actor'],
  { name }: DashboardAction,
  resource: Resource | null,
): asserts resource is Resource {
  const verdict = authorise(actor, name, resource);
  if (verdict === 'missing') throw missing();
  if (verdict === 'refused')
    throw new Problem('insufficient_permissions', 'Somebody else has to do this.', { status: 403 });
}

function missing(): Problem {
  return new Problem('not_found', 'There is no such thing for this account.');
}

async function log(tx: Tx, { action, session: { actor } }: Call, entry: Outcome['audit']): Promise<void> {
  if (actor.role !== 'staff' || action.auditedBy === 'domain') return;
  const { subject = actor.id, data = {} } = entry ?? {};
  await audit(tx, { actor: actor.id, action: action.name, subject, data });
}

async function answer(tx: Tx, { action, session, post, back }: Call, outcome: Outcome): Promise<FormAnswer> {
  const { to = back, notice, reveal, cookies = [] } = outcome;
  if (notice === undefined) return { to, cookies };
  return {
    to: withResult(to, await writeResult(tx, session.actor.id, action.name, { notice, reveal }, post.now)),
    cookies,
  };
}

function withResult(path: string, result: string): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('result', result);
  return url.pathname + url.search;
}

function keptValues({ action, fields }: Pick<Call, 'action' | 'fields'>): Fields {
  const secret = new Set(action.secretFields ?? []);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.has(name)));
}

/** What is to be said at the fields; undefined for what is no answer to the input. */
function faultsOf(error: unknown): Fault[] | undefined {
  if (isRefusal(error)) return error.faults;
  // Domain rules that refuse what was asked, in words for partners: the field is what the reader needs.
  if (isProblem(error) && [400, 409, 422].includes(error.status))
    return error.errors?.map(({ field }) => ({ field, code: 'invalid' })) ?? [{ field: '', code: 'refused' }];
  return undefined;
}
