import type { FeeModel } from '#lib/causes/fees.ts';
import type { CauseState } from '#lib/causes/states.ts';
import type { AuditRow } from './audit-view.ts';
import type { AmountView, Cut } from './list-view.ts';
import type { NoteRow } from './note-view.ts';

export type CauseRow = {
  key: string;
  title: string;
  state: CauseState;
  clientName: string;
  ownerId: string;
  ownerEmail: string;
  /** The partner's reference. */
  externalReference: string | null;
  createdAt: Date;
};

/** A state that a cause can be moved to, and whether it collects there. */
export type MoveView = { to: CauseState; collects: boolean };

export type CauseDetail = CauseRow & {
  clientId: string;
  slug: string;
  /** The path of the public page; null if there is none. */
  path: string | null;
  country: string;
  currency: string;
  description: string | null;
  closesAt: Date | null;
  pausedBy: 'creator' | 'staff' | null;
  feePercent: number;
  feeModel: FeeModel | 'unknown';
  /** Null without a goal. */
  goal: AmountView | null;
  collected: AmountView;
  contributions: number;
  available: AmountView;
  /** Money that gateways have not released yet. */
  onItsWay: AmountView;
  owner: { name: string; email: string; phone: string | null };
  terms: { version: string; acceptedAt: Date; ip: string };
  /** Its state before it was marked as fraud; null if it is not, or if that is not known. */
  before: CauseState | null;
  moves: MoveView[];
  notes: Cut<NoteRow>;
  history: Cut<AuditRow>;
};
