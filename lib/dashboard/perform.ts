import { audit } from '#lib/audit.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { type Fields, type FormAnswer, type FormPost, formPost } from '#lib/http/form-post.ts';
import { countCall } from '#lib/http/rate-limit.ts';
import { isProblem, Problem } from '#lib/problems/problem.ts';
import { type Actor, findActor } from '#lib/sessions/session.ts';
import { type DashboardAction, isRefusal, type Outcome, Refusal } from './action.ts';
import { faultOfIssue } from './faults.ts';
import type { Fault } from './page-view.ts';
import { authorise, type Resource } from './permissions.ts';
import { writeResult } from './results.ts';
import { pathAfterSignIn } from './sign-in.ts';

/** Fields that belong to the form itself, not to the action. */
const OWN_FIELDS = new Set(['lang', 'back']);

type Call = { action: DashboardAction; actor: Actor; post: FormPost; fields: Fields; back: string };

/**
 * The one way in which the dashboard changes anything: own page → rate limit → signed in → resource → permission → input
 * → transaction { action, audit, result } → 303. A form that is refused comes back with its faults at the fields and
 * with what was typed; one of a session that has ended leads through sign-in to the page it stood on.
 */
export function performActions(actions: readonly DashboardAction[]) {
  const byName = new Map<string, DashboardAction>(actions.map((action) => [action.name, action]));
  return formPost(async (post) => {
    const back = backOf(post.fields);
    const actor = await findActor(post.headers);
    if (!actor) return { to: signInPath(back) };
    await countCall('account', actor.id);
    const action = byName.get(post.params.action ?? '');
    if (!action) throw missing();
    const fields = Object.fromEntries(Object.entries(post.fields).filter(([name]) => !OWN_FIELDS.has(name)));
    return perform({ action, actor, post, fields, back });
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

/** Where somebody who is not signed in is sent, to come back afterwards. */
export function signInPath(to: string): string {
  return `/sign-in?${new URLSearchParams({ to })}`;
}

async function perform(call: Call): Promise<FormAnswer> {
  try {
    return call.action.run ? await runOutside(call) : await actInside(call);
  } catch (error) {
    const faults = faultsOf(error);
    if (!faults) throw error;
    const values = { ...keptValues(call), ...(isRefusal(error) ? error.values : {}) };
    const result = await transaction((tx) =>
      writeResult(tx, call.actor, call.action.name, { values, faults }, call.post.now),
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
    const { action, fields, actor } = call;
    const subject = action.subject?.(fields) ?? [fields.id].flat()[0] ?? actor.id;
    await log(tx, call, { subject, data: action.data?.(fields) ?? {} });
    return admitted;
  });
  if (!call.action.run) throw new Error(`Bug: ${call.action.name} does nothing`);
  const outcome = await call.action.run(act);
  return transaction((tx) => answer(tx, call, outcome));
}

/** Finds what the action is about, asks whether the actor may, and reads the input, in this order: a stranger learns nothing. */
async function admit(tx: Tx, { action, actor, post, fields }: Call) {
  const resource = await action.find(tx, fields);
  requirePermission(actor, action, resource);
  const parsed = action.input.safeParse(fields);
  if (!parsed.success) throw new Refusal(parsed.error.issues.map(faultOfIssue));
  return { actor, input: parsed.data, resource, now: post.now, headers: post.headers };
}

function requirePermission(
  actor: Actor,
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

async function log(tx: Tx, { action, actor }: Call, entry: Outcome['audit']): Promise<void> {
  if (actor.role !== 'staff' || action.auditedBy === 'domain') return;
  const { subject = actor.id, data = {} } = entry ?? {};
  await audit(tx, { actor: actor.id, action: action.name, subject, data });
}

async function answer(tx: Tx, { action, actor, post, back }: Call, outcome: Outcome): Promise<FormAnswer> {
  const { to = back, notice, reveal, cookies = [] } = outcome;
  if (notice === undefined) return { to, cookies };
  return {
    to: withResult(to, await writeResult(tx, actor, action.name, { notice, reveal }, post.now)),
    cookies,
  };
}

function withResult(path: string, result: string): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('result', result);
  return url.pathname + url.search;
}

function keptValues({ action, fields }: Call): Fields {
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
