import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { isVisible, text, trimmedText } from '#lib/fields.ts';
import type { Fields, FormPost } from '#lib/http/form-post.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Actor } from '#lib/policy/actor.ts';
import type { Resource } from '#lib/policy/authorise.ts';
import type { PolicyAction } from '#lib/policy/table.ts';
import type { NoticeName } from './page-view.ts';
import type { Review } from './review-view.ts';

/** The input of an action. `resource` is the result of `find`, on which the actor may act. */
export type ActionContext<Input, Found> = {
  actor: Actor;
  input: Input;
  resource: Found;
  now: Date;
  headers: Headers;
  /** The file of its form; null for none. */
  file: FormPost['file'];
  /** The language of the page that sent the form. */
  locale: Locale;
};

/** The result of an action. */
export type ActionResult = {
  /** The redirect's path; by default the page that sent the form. */
  to?: string;
  /** The notice on that page; undefined for none. */
  notice?: NoticeName;
  /** The form of another action, which waits on the page at `to` to be sent. */
  review?: { action: PolicyAction; values: Fields };
  /** A secret that the page shows once, such as a new key. Sealed until then. */
  reveal?: string;
  /** The audit entry: its subject and the changes, without secrets. */
  audit?: { subject: string; data?: Record<string, unknown> };
  cookies?: string[];
};

/** An object of fields, or one that is converted: its fields can be listed. */
export type FormSchema = { shape: object } | { in: { shape: object } };

/**
 * The declaration of a dashboard action: its name in the policy (lib/policy/table.ts), which says who may do it and whether it
 * needs a fresh sign-in; its form fields, its resource and its work. lib/dashboard/perform.ts does everything else.
 */
export type DashboardAction<Input = unknown, Found extends Resource = Resource> = {
  name: PolicyAction;
  /** The schema of the form's fields. A message that is a FormErrorCode is shown as its text. */
  input: FormSchema & z.ZodType<Input>;
  /**
   * The action's resource, read (and locked, if needed) in the action's transaction; null if it does not exist. Called
   * before the input is parsed, with the raw fields.
   */
  find: (tx: Tx, fields: Record<string, unknown>) => Promise<Found | null>;
  /**
   * The consequences in figures, which the sender confirms on a page of their own before anything is done. Null where there
   * is nothing to confirm. @throws DomainError; InvalidForm.
   */
  review?: (tx: Tx, act: ActionContext<Input, Found>) => Promise<Review | null>;
  /** Runs in one transaction with the audit entry. @throws DomainError; InvalidForm. */
  act?: (tx: Tx, act: ActionContext<Input, Found>) => Promise<ActionResult>;
  /**
   * For actions that call a gateway, which cannot be one transaction: runs after the permission is checked and the audit
   * entry is written, and opens its own transactions. @throws DomainError; InvalidForm.
   */
  run?: (act: ActionContext<Input, Found>) => Promise<ActionResult>;
  /**
   * Who writes the audit entry of a staff action: perform.ts, unless the called function writes one in the same
   * transaction. A test checks the entry of each action.
   */
  auditedBy?: 'domain';
  /** With `act`: it makes something new, so that a form that is sent twice is performed once (perform-once.ts). */
  creates?: true;
  /**
   * The result where the resource is gone for good: of a form that removed it and is sent again, or of one with typed texts.
   * Without, it is missing.
   */
  ifGone?: (fields: Fields) => ActionResult;
  /** With `run`: the subject's id for the audit log; by default the field `id`. */
  subject?: (fields: Record<string, unknown>) => string;
  /** With `run`: the audit log's data from the fields, without secrets. */
  data?: (fields: Record<string, unknown>) => Record<string, unknown>;
  /** Its form has a file. It is not kept when the form is refused. */
  takesFile?: true;
  /** Fields whose values are not stored when the form is refused. */
  secretFields?: readonly string[];
};

/** Declares an action; its type parameters are inferred. */
export function dashboardAction<Input, Found extends Resource>(action: DashboardAction<Input, Found>): DashboardAction {
  // Only perform.ts calls it, with the results of its own `find` and `input`.
  return action as unknown as DashboardAction;
}

/** Why staff do something that others will ask about: required, and stored in the audit log. */
export const REASON = trimmedText(500);

/** As REASON, where nothing need be said: what cannot be seen is nothing. */
export const OPTIONAL_REASON = z
  .string()
  .transform((typed) => (isVisible(typed) ? typed.trim() : ''))
  .pipe(text(500));

/** For actions on nothing but their actor. */
export const NO_RESOURCE: () => Promise<Resource> = async () => ({});
