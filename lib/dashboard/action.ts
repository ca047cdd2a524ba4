import type { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import type { Fields } from '#lib/http/form-post.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Actor } from '#lib/sessions/session.ts';
import type { Fault, FaultCode, NoticeName } from './page-view.ts';
import type { PermissionName, Resource } from './permissions.ts';

/** What an action is given. `resource` is what `find` found, and the actor may act on it. */
export type Act<Input, Found> = {
  actor: Actor;
  input: Input;
  resource: Found;
  now: Date;
  headers: Headers;
  /** The language of the page that sent the form. */
  locale: Locale;
};

/** What an action leaves behind. */
export type Outcome = {
  /** The path to go to; unless named, the page that sent the form. */
  to?: string;
  /** What that page says; nothing for none. */
  notice?: NoticeName;
  /** A secret that the page shows a single time, such as a new key. Sealed while it waits. */
  reveal?: string;
  /** For the audit log: what it was done to, and what changed, without secrets. */
  audit?: { subject: string; data?: Record<string, unknown> };
  cookies?: string[];
};

/**
 * An action of the dashboard, declared: what it is called (in the table of permissions), what its form holds, what it is
 * about and what it does. Everything else happens in one place, lib/dashboard/perform.ts.
 */
export type DashboardAction<Input = unknown, Found extends Resource = Resource> = {
  name: PermissionName;
  /** Of the fields of the form. A message that is a code of `dashboard.faults` is shown as that text. */
  input: z.ZodType<Input>;
  /**
   * What the action is about, read on the action's own transaction (and locked there, where it matters); null where it
   * does not exist. Called before the rest of the input is judged, with the fields as they came.
   */
  find: (tx: Tx, fields: Record<string, unknown>) => Promise<Found | null>;
  /** In one transaction with the audit entry. @throws Refusal with what is to be said at a field. */
  act?: (tx: Tx, act: Act<Input, Found>) => Promise<Outcome>;
  /**
   * For what calls a gateway and so cannot be one transaction: runs after the permission was checked and the audit entry
   * is written; opens its own transactions. @throws Refusal.
   */
  run?: (act: Act<Input, Found>) => Promise<Outcome>;
  /**
   * Who writes the entry of the audit log that every action of staff leaves: perform.ts, unless what the action calls
   * writes one in the same transaction. A test looks for the entry of each action.
   */
  auditedBy?: 'domain';
  /** With `run`: the id of what it is done to, for the audit log; unless said, the field `id`. */
  subject?: (fields: Record<string, unknown>) => string;
  /** With `run`: what the audit log keeps of the fields, without secrets. */
  data?: (fields: Record<string, unknown>) => Record<string, unknown>;
  /**
   * It moves money or gives access: its sender has to have signed in within the last minutes (FRESH_SECONDS). Whoever has
   * not proves first who they are, comes back to the form as it was, and sends it again.
   */
  needsFreshSignIn?: boolean;
  /** Fields whose values are not kept when the form is refused. */
  secretFields?: readonly string[];
};

/** Declares an action; the type parameters follow from what is written. */
export function dashboardAction<Input, Found extends Resource>(
  action: DashboardAction<Input, Found>,
): DashboardAction {
  // Only perform.ts calls it, with what its own `find` and `input` made.
  return action as unknown as DashboardAction;
}

/** The resource of an action that is about nothing but its actor. */
export const ACTOR_ALONE: () => Promise<Resource> = async () => ({});

const MARK = Symbol.for('fundraising.refusal');

/** Thrown by an action that its input or the state of things does not allow: said at the fields, nothing is changed. */
export class Refusal extends Error {
  readonly [MARK] = true;
  readonly faults: Fault[];
  readonly values: Fields;

  /** @param values of fields that the form comes back with instead of what was sent. */
  constructor(faults: Fault[], values: Fields = {}) {
    super(`Refused: ${faults.map(({ field, code }) => `${field} ${code}`).join(', ')}`);
    this.name = 'Refusal';
    this.faults = faults;
    this.values = values;
  }
}

/** Refuses with one fault. Field `''` is the form as a whole. */
export function refuse(code: FaultCode, field = '', values?: Fault['values']): never {
  throw new Refusal([{ field, code, ...(values ? { values } : {}) }]);
}

/** Whether a thrown value is a Refusal, recognised by its mark: one process may load this file twice. */
export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && MARK in error;
}
