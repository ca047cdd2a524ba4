import { z } from 'zod';
import { changeCauseState, closeCause } from '#lib/causes/change-state.ts';
import { type CauseEdited, causeEdit, type EditField, editCause } from '#lib/causes/edit.ts';
import { findCause } from '#lib/causes/find.ts';
import { CAUSE_STATES, rulesOf } from '#lib/causes/states.ts';
import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import type { Fields } from '#lib/http/form-post.ts';
import { instantIn, readZone } from '#lib/time-zone.ts';
import { dashboardAction, Refusal, refuse } from '../action.ts';
import { faultOfIssue } from '../faults.ts';
import type { FaultCode, NoticeName } from '../page-view.ts';

/** The cause that a form names in `key`. */
export async function causeOfForm(tx: Tx, { key }: Record<string, unknown>) {
  return typeof key === 'string' ? findCause(tx, key) : null;
}

/** What to say where the form's own words say more than that an entry is not valid. */
const FAULTS: Partial<Record<EditField, FaultCode>> = {
  slug: 'address',
  cover_image_url: 'url',
  closes_at: 'time',
};

/** The form as a browser sends it; the domain judges the values. */
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
});

/** Saves what was changed of a cause (lib/causes/edit.ts): what somebody else changed meanwhile is never overwritten. */
export const editCauseAction = dashboardAction({
  name: 'cause.edit',
  auditedBy: 'domain',
  input: editForm,
  find: causeOfForm,
  async act(tx, { actor, input, now }) {
    const parsed = causeEdit.safeParse(editOf(input));
    if (!parsed.success)
      throw new Refusal(
        parsed.error.issues.map((issue) => {
          const fault = faultOfIssue(issue);
          const own = FAULTS[fault.field as EditField];
          return fault.code === 'invalid' && own ? { field: fault.field, code: own } : fault;
        }),
      );
    const who = { accountId: actor.id, role: actor.role };
    return saved(await editCause(tx, who, input.key, parsed.data, now));
  },
});

function editOf({ key, zone, closes_at, hide_amounts, ...texts }: z.output<typeof editForm>) {
  const { base, title, description, cover_image_url: cover, slug } = texts;
  const closesAt = closes_at === '' ? null : instantIn(readZone(zone) ?? 'UTC', closes_at);
  return {
    ...{ base, slug, title: title.trim(), description: description.trim() || null },
    cover_image_url: cover.trim() || null,
    closes_at: closesAt === null ? null : closesAt ? timestamp(closesAt) : closes_at,
    hide_amounts: hide_amounts === 'on',
  };
}

function saved(edited: CauseEdited): { notice: NoticeName } {
  switch (edited.kind) {
    case 'saved':
      return { notice: edited.kept.length > 0 ? 'savedKept' : 'saved' };
    case 'conflict': {
      const faults = edited.fields.map((field) => ({ field, code: 'changedMeanwhile' as const }));
      throw new Refusal(faults, { base: edited.base } satisfies Fields);
    }
    case 'address_taken':
      return refuse('addressTaken', 'slug');
    case 'closes_in_past':
      return refuse('inPast', 'closes_at');
    default:
      return refuse('refused');
  }
}

const move = z.object({ key: z.string(), from: z.enum(CAUSE_STATES), to: z.enum(CAUSE_STATES) });

/** Moves a cause to another state, as the table of transitions lets its creator or staff (lib/causes/transitions.ts). */
export const moveCauseAction = dashboardAction({
  name: 'cause.move',
  auditedBy: 'domain',
  input: move,
  find: causeOfForm,
  async act(tx, { actor, input, now }) {
    const change = await changeCauseState(tx, { accountId: actor.id, role: actor.role }, input, now);
    if (change.kind === 'stale') return refuse('stale');
    if (change.kind !== 'changed') return refuse('refused');
    return { notice: actor.role === 'staff' ? 'causeMoved' : noticeOf(input) };
  },
});

function noticeOf({ from, to }: z.output<typeof move>): NoticeName {
  if (to === 'paused') return 'paused';
  if (from === 'paused' && rulesOf(to).collects) return 'resumed';
  return to === 'published' ? 'published' : 'done';
}

/** Ends the collection of a cause now. */
export const closeCauseAction = dashboardAction({
  name: 'cause.close',
  auditedBy: 'domain',
  input: z.object({ key: z.string() }),
  find: causeOfForm,
  async act(tx, { actor, input: { key }, now }) {
    const closing = await closeCause(tx, { accountId: actor.id, role: actor.role }, key, now);
    if (closing.kind !== 'closed') return refuse('refused');
    return { notice: 'closed' };
  },
});
