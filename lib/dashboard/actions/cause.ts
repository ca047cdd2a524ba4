import { z } from 'zod';
import { changeCauseState, closeCause, restoreCause, stateBeforeFraud } from '#lib/causes/change-state.ts';
import { causeEdit, type EditField, editCause } from '#lib/causes/edit.ts';
import { findCause } from '#lib/causes/find.ts';
import { CAUSE_STATES, rulesOf } from '#lib/causes/states.ts';
import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { toOneLine } from '#lib/fields.ts';
import { instantIn, localTimeIn, readZone } from '#lib/time-zone.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { dashboardAction, OPTIONAL_REASON, REASON } from '../action.ts';
import { formErrorOfIssue, InvalidForm, rejectField } from '../form-errors.ts';
import type { FormErrorCode, NoticeName } from '../page-view.ts';
import { reviewOfMove, reviewOfRestoredCause, stopsMoney } from '../staff/reviews.ts';

/** The cause of a form's field `key`. */
export async function causeOfForm(tx: Tx, { key }: Record<string, unknown>) {
  return typeof key === 'string' ? findCause(tx, key) : null;
}

/** Specific texts for invalid fields. */
const INVALID: Partial<Record<EditField, FormErrorCode>> = {
  slug: 'address',
  cover_image_url: 'url',
  closes_at: 'time',
};

/** The form as a browser sends it. The domain checks the values. */
const editForm = z.object({
  key: z.string(),
  base: z.string(),
  title: z.string(),
  description: z.string(),
  cover_image_url: z.string(),
  slug: z.string(),
  closes_at: z.string(),
  zone: z.string().optional(),
  hide_amounts: z.string().optional(),
  use_of_funds: z.string().default(''),
});

/** Saves an edited cause (lib/causes/edit.ts): changes of others are never overwritten. */
export const editCauseAction = dashboardAction({
  name: 'cause.edit',
  auditedBy: 'domain',
  input: editForm,
  find: causeOfForm,
  async act(tx, { actor, input, resource, now }) {
    const parsed = causeEdit.safeParse(editOf(input, resource));
    if (!parsed.success)
      throw new InvalidForm(
        parsed.error.issues.map((issue) => {
          const error = formErrorOfIssue(issue);
          const own = INVALID[error.field as EditField];
          return error.code === 'invalid' && own ? { field: error.field, code: own } : error;
        }),
      );
    const edited = await editCause(tx, actor, input.key, parsed.data, now);
    if (edited.kind === 'saved') return { notice: edited.kept.length > 0 ? 'savedKept' : 'saved' };
    const errors = edited.fields.map((field) => ({ field, code: 'changedMeanwhile' as const }));
    throw new InvalidForm(errors, { base: edited.base });
  },
});

function editOf(
  { key, zone, closes_at, hide_amounts, ...texts }: z.output<typeof editForm>,
  stored: Pick<Cause, 'closesAt'>,
) {
  const { base, title, description, use_of_funds: use, cover_image_url: cover, slug } = texts;
  const closesAt = closes_at === '' ? null : closingTime(readZone(zone) ?? 'UTC', closes_at, stored.closesAt);
  return {
    base,
    slug,
    title: toOneLine(title),
    description: description.trim() || null,
    use_of_funds: use.trim() || null,
    cover_image_url: cover.trim() || null,
    closes_at: closesAt === null ? null : closesAt ? timestamp(closesAt) : closes_at,
    hide_amounts: hide_amounts === 'on',
  };
}

/**
 * The instant of a closing time as a form writes it; undefined if it is none. Of an hour that clocks show twice, the form does not
 * say which one is meant: what it shows of the stored time is that time.
 */
function closingTime(zone: string, local: string, stored: Date | null): Date | undefined {
  return stored && localTimeIn(zone, stored) === local ? stored : instantIn(zone, local);
}

const move = z.object({
  key: z.string(),
  from: z.enum(CAUSE_STATES),
  to: z.enum(CAUSE_STATES, 'required'),
  reason: OPTIONAL_REASON.default(''),
});

/**
 * Moves a cause to another state, by the creator's or staff's row in the table of transitions (lib/causes/transitions.ts).
 */
export const changeCauseStateAction = dashboardAction({
  name: 'cause.change_state',
  auditedBy: 'domain',
  input: move,
  find: causeOfForm,
  data: ({ from, to, reason }) => ({ from, to, reason }),
  async review(tx, { actor, input, resource, now }) {
    if (actor.role !== 'staff' || !stopsMoney(input.from, input.to)) return null;
    if (input.reason === '') return rejectField('reason', 'required');
    return reviewOfMove(tx, resource, input.from, input.to, now);
  },
  async act(tx, { actor, input: { reason, ...input }, now }) {
    const isStaff = actor.role === 'staff';
    if (isStaff && reason === '' && stopsMoney(input.from, input.to)) return rejectField('reason', 'required');
    const why = isStaff && reason !== '' ? { reason } : {};
    await changeCauseState(tx, { id: actor.id, role: actor.role }, { ...input, ...why }, now);
    return { notice: actor.role === 'staff' ? 'causeMoved' : noticeOf(input) };
  },
});

function noticeOf({ from, to }: Pick<z.output<typeof move>, 'from' | 'to'>): NoticeName {
  if (to === 'paused') return 'paused';
  if (from === 'paused' && rulesOf(to).collects) return 'resumed';
  return to === 'published' ? 'published' : 'done';
}

/** Undoes that a cause was marked as fraud: it returns to its state before. */
export const restoreCauseAction = dashboardAction({
  name: 'cause.restore',
  auditedBy: 'domain',
  input: z.object({ key: z.string(), reason: REASON }),
  find: causeOfForm,
  data: ({ reason }) => ({ reason }),
  async review(_tx, { resource }) {
    const before = stateBeforeFraud(resource);
    return before && reviewOfRestoredCause(resource, before.state);
  },
  async act(tx, { actor, input: { key, reason }, now }) {
    await restoreCause(tx, { id: actor.id, role: actor.role }, key, reason, now);
    return { notice: 'causeRestored' };
  },
});

/** Ends the collection of a cause now. */
export const closeCauseAction = dashboardAction({
  name: 'cause.close',
  auditedBy: 'domain',
  input: z.object({ key: z.string() }),
  find: causeOfForm,
  async act(tx, { actor, input: { key }, now }) {
    await closeCause(tx, { id: actor.id, role: actor.role }, key, now);
    return { notice: 'closed' };
  },
});
