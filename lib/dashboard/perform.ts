import { type Tx, transaction } from '#lib/db.ts';
import { type Fields, type FileRule, type FormPost, type FormRedirect, formPost } from '#lib/http/form-post.ts';
import { countCall } from '#lib/http/rate-limit.ts';
import { type AuditedAction, audit } from '#lib/policy/audit.ts';
import { authorise, type Resource, requirePasskey } from '#lib/policy/authorise.ts';
import { needsFreshSignIn } from '#lib/policy/decide.ts';
import { ruleOf } from '#lib/policy/table.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { Problem } from '#lib/problems/problem.ts';
import { readSession, type Session } from '#lib/sessions/session.ts';
import type { ActionResult, DashboardAction, FormSchema } from './action.ts';
import { formErrorOfIssue, formErrorsOf, InvalidForm, isInvalidForm, keptFields } from './form-errors.ts';
import type { FormError } from './page-view.ts';
import { performOnce } from './perform-once.ts';
import { endReview, writeResult } from './results.ts';
import { pathAfterSignIn } from './sign-in.ts';

/** Fields of the form itself, not of the action. */
const OWN_FIELDS = new Set(['lang', 'back', 'form', 'confirmed']);

/** What a form is about, which `find` reads beside the fields of the input. */
const SUBJECT_FIELDS = ['id', 'key', 'kind', 'client'];
/** Code points that are kept of a field of a refused form: twice what the longest one takes, so that it can be shortened. */
const LONGEST_KEPT = 10_000;

/** The page on which an action is confirmed whose consequences are worth a second look. */
export const REVIEW_PATH = '/dashboard/review';

type Call = { action: DashboardAction; session: Session; post: FormPost; fields: Fields; back: string };

/**
 * Every change by the dashboard goes through here: own page → rate limit → signed in → resource → permission → passkey, if the
 * policy asks for one → input → fresh sign-in, likewise → review, if it has one that was not confirmed yet → transaction
 * { action, audit, result } → 303. A refused form comes back with its errors and typed values. A form of a session that has
 * ended, or is not fresh, leads through sign-in back to its page, where it waits to be sent again.
 */
export function performActions(actions: readonly DashboardAction[]) {
  const byName = new Map<string, DashboardAction>(actions.map((action) => [action.name, action]));
  const takesFile: FileRule = async ({ params, headers, now }) => {
    if (!byName.get(params.action ?? '')?.takesFile) return 'never';
    const visit = await readSession(headers, now);
    // Without a session no megabytes are read: the form is dropped, and the visitor signs in.
    if (visit?.kind !== 'signed_in') return 'not_now';
    await countCall('upload', visit.session.actor.id);
    return 'now';
  };
  const act = async (post: FormPost): Promise<FormRedirect> => {
    const back = backOf(post.fields);
    const visit = await readSession(post.headers, post.now);
    if (!visit) return { to: signInPath(back) };
    const accountId = visit.kind === 'ended' ? visit.accountId : visit.session.actor.id;
    await countCall('account', accountId);
    const action = byName.get(post.params.action ?? '');
    if (!action) throw missing();
    const fields = Object.fromEntries(Object.entries(post.fields).filter(([name]) => !OWN_FIELDS.has(name)));
    if (visit.kind === 'signed_in') return perform({ action, session: visit.session, post, fields, back });
    if (Object.keys(fields).length === 0) return { to: signInPath(back, 'idle') };
    return { to: signInPath(await storeForm({ action, fields, post, back }, accountId), 'kept') };
  };
  return formPost(act, { takesFile });
}

/**
 * The page that sent the form, from its field; the dashboard's first page by default.
 * @throws Problem for a value that none of our pages writes.
 */
function backOf({ back }: Fields): string {
  const path = pathAfterSignIn(back);
  if (back !== undefined && back !== path) throw new Problem('validation_failed', 'The form leads elsewhere.');
  return path;
}

/**
 * The sign-in URL for a visitor, with the way back; `ended` says that their session has ended, and whether a form was
 * stored.
 */
export function signInPath(to: string, ended?: 'idle' | 'kept'): string {
  return `/sign-in?${new URLSearchParams({ to, ...(ended ? { ended } : {}) })}`;
}

/** The URL to authenticate again, for somebody whose sign-in is too old for the action. */
export function reauthenticationPath(to: string): string {
  return `/sign-in/prove?${new URLSearchParams({ to })}`;
}

/** Stores a form that was not performed. Returns the page where it waits to be sent again. */
async function storeForm(call: Omit<Call, 'session'>, accountId: string): Promise<string> {
  const kept = { values: storedValues(call), errors: [] };
  const result = await transaction((tx) => writeResult(tx, accountId, call.action.name, kept, call.post.now));
  return withResult(call.back, result);
}

async function perform(call: Call): Promise<FormRedirect> {
  try {
    const gone = await answerGone(call);
    if (gone) return gone;
    const review = call.post.fields.confirmed === 'yes' ? null : await reviewOf(call);
    if (review) return review;
    return call.action.run ? await runOutside(call) : await actInside(call);
  } catch (error) {
    if (error instanceof SignInTooOld)
      return { to: reauthenticationPath(await storeForm(call, call.session.actor.id)) };
    await logRefusal(call, error);
    const refused = asRefusedForm(error, call);
    if (!refused) throw error;
    const result = await transaction(async (tx) => {
      // It is recorded all the same.
      if (isDomainError(error) && error.code === 'refund_failed') await endReviewOf(tx, call);
      return writeResult(tx, call.session.actor.id, call.action.name, refused, call.post.now);
    });
    return { to: withResult(call.back, result) };
  }
}

/** The answer to a form about what is gone, such as a deletion that was done already; null for anything else. */
async function answerGone(call: Call): Promise<FormRedirect | null> {
  const { action, fields, session } = call;
  const { ifGone } = action;
  if (!ifGone) return null;
  return transaction(async (tx) => {
    if ((await action.find(tx, fields)) !== null) return null;
    // Whoever may not do it even to what is their own learns nothing.
    await requirePermission(tx, session.actor, action, { ownerId: session.actor.id });
    return answer(tx, call, ifGone(fields));
  });
}

/** Leads to the page that names the consequences, where the form waits to be confirmed; null where there is none. */
function reviewOf(call: Call): Promise<FormRedirect | null> {
  const { action, session, post, back } = call;
  if (!action.review) return Promise.resolve(null);
  return transaction(async (tx) => {
    const review = await action.review?.(tx, await admit(tx, call));
    if (!review) return null;
    const kept = { values: storedValues(call), review: { ...review, back } };
    const form = await writeResult(tx, session.actor.id, action.name, kept, post.now);
    return { to: `${REVIEW_PATH}?${new URLSearchParams({ form })}` };
  });
}

function actInside(call: Call): Promise<FormRedirect> {
  return transaction(async (tx) => {
    const { action, post, session } = call;
    const admitted = await admit(tx, call);
    const work = async () => {
      if (!action.act) throw new Error(`Bug: ${action.name} does nothing`);
      const outcome = await action.act(tx, admitted);
      await log(tx, call, outcome.audit);
      return answer(tx, call, outcome);
    };
    const { form } = post.fields;
    if (!action.creates || typeof form !== 'string') return work();
    const sent = { accountId: session.actor.id, action: action.name, form, fields: call.fields, now: post.now };
    return performOnce(tx, sent, work);
  });
}

/**
 * A gateway call is logged before it begins, and once more with its outcome: a process that ends in between leaves the first
 * entry.
 */
async function runOutside(call: Call): Promise<FormRedirect> {
  const entry = { subject: subjectOf(call), data: call.action.data?.(call.fields) ?? {} };
  const act = await transaction(async (tx) => {
    const admitted = await admit(tx, call);
    await log(tx, call, entry, { outcome: 'started' });
    return admitted;
  });
  if (!call.action.run) throw new Error(`Bug: ${call.action.name} does nothing`);
  const outcome = await call.action.run(act);
  return transaction(async (tx) => {
    await log(tx, call, entry);
    return answer(tx, call, outcome);
  });
}

/** The id of what a form is about, before the action has said it. */
function subjectOf({ action, fields, session }: Call): string {
  return action.subject?.(fields) ?? [fields.id ?? fields.key].flat()[0] ?? session.actor.id;
}

/** What staff were not allowed to do, or could not. A form filled in wrongly is neither. */
async function logRefusal(call: Call, error: unknown): Promise<void> {
  if (!isDomainError(error) || error.code === 'not_found') return;
  const entry = { subject: subjectOf(call), data: call.action.data?.(call.fields) ?? {} };
  await transaction((tx) => log(tx, call, entry, { outcome: 'refused', reason: error.code }));
}

/** Thrown if an action needs a fresh sign-in and there is none: nothing was done. */
class SignInTooOld extends Error {}

/**
 * Finds the resource, checks permission and passkey, and parses the input, in this order, so that an unauthorised sender learns
 * nothing.
 */
async function admit(tx: Tx, { action, session: { actor, isFresh }, post, fields }: Call) {
  const resource = await action.find(tx, fields);
  await requirePermission(tx, actor, action, resource);
  if (resource === null) throw missing();
  await requirePasskey(tx, actor, action.name);
  const parsed = action.input.safeParse(fields);
  if (!parsed.success) throw new InvalidForm(parsed.error.issues.map(formErrorOfIssue));
  if (!isFresh && needsFreshSignIn(ruleOf(action.name), actor.role)) throw new SignInTooOld();
  const { now, headers, file, locale } = post;
  return { actor, input: parsed.data, resource, now, headers, file, locale };
}

async function requirePermission(
  tx: Tx,
  actor: Session['actor'],
  { name }: DashboardAction,
  resource: Resource | null,
): Promise<void> {
  const authorised = await authorise(tx, actor, name, resource);
  if (authorised === 'missing') throw missing();
  if (authorised === 'refused')
    throw new Problem('insufficient_permissions', 'Somebody else has to do this.', { status: 403 });
}

function missing(): Problem {
  return new Problem('not_found', 'There is no such thing for this account.');
}

async function log(
  tx: Tx,
  { action, session: { actor } }: Call,
  entry: ActionResult['audit'],
  result: Pick<AuditedAction, 'outcome' | 'reason'> = {},
): Promise<void> {
  // The called function may have recorded what was done. A refusal is recorded only here.
  if (actor.role !== 'staff' || (action.auditedBy === 'domain' && result.outcome !== 'refused')) return;
  const { subject = actor.id, data = {} } = entry ?? {};
  await audit(tx, { actor: actor.id, action: action.name, subject, data, ...result });
}

async function answer(tx: Tx, call: Call, outcome: ActionResult): Promise<FormRedirect> {
  const { action, session, post, back } = call;
  const { to = back, notice, reveal, review, cookies = [] } = outcome;
  await endReviewOf(tx, call);
  if (review) {
    const kept = await writeResult(tx, session.actor.id, review.action, { values: review.values }, post.now);
    return { to: withResult(to, kept), cookies };
  }
  if (notice === undefined) return { to, cookies };
  return {
    to: withResult(to, await writeResult(tx, session.actor.id, action.name, { notice, reveal }, post.now)),
    cookies,
  };
}

/** The review whose confirmation was sent is over. */
async function endReviewOf(tx: Tx, { action, session, post }: Call): Promise<void> {
  const { form, confirmed } = post.fields;
  if (confirmed === 'yes' && typeof form === 'string') await endReview(tx, session.actor.id, action.name, form);
}

function withResult(path: string, result: string): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('result', result);
  return url.pathname + url.search;
}

/** What is kept of a form that was not performed: its own fields alone, because anything can be sent. */
function storedValues({ action, fields }: Pick<Call, 'action' | 'fields'>): Fields {
  const known = new Set([...SUBJECT_FIELDS, ...fieldsOf(action.input)]);
  for (const name of action.secretFields ?? []) known.delete(name);
  const kept = Object.entries(fields).filter(([name]) => known.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, shortened(value)]));
}

function fieldsOf(input: FormSchema): string[] {
  return Object.keys('shape' in input ? input.shape : input.in.shape);
}

function shortened(value: string | string[]): string | string[] {
  const beginning = (text: string) => [...text].slice(0, LONGEST_KEPT).join('');
  return typeof value === 'string' ? beginning(value) : value.map(beginning);
}

/** The form as it is shown again with its errors; null for an error that a form does not show. */
function asRefusedForm(error: unknown, call: Call): { values: Fields; errors: FormError[] } | null {
  const values = storedValues(call);
  if (isInvalidForm(error)) return { values: { ...values, ...error.values }, errors: error.errors };
  if (!isDomainError(error)) return null;
  const errors = formErrorsOf(error, call.session.actor.role);
  return errors && { values: keptFields(error, values), errors };
}
