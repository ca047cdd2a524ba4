import type { FeeModel } from '#lib/causes/fees.ts';
import type { ClientTerms } from '#lib/outbox/send-email.ts';
import type { Permission } from '#lib/permissions.ts';
import type { AuditRow } from './audit-view.ts';
import type { ActorName, Cut } from './list-view.ts';

export type ClientRow = {
  id: string;
  name: string;
  /** Percent: 5 means 5%. */
  feePercent: number;
  feeModel: FeeModel | 'unknown';
  workingKeys: number;
  createdAt: Date;
};

/** A client with its branding, and the values of its form. */
export type ClientDetail = Omit<ClientRow, 'workingKeys'> & {
  accentColor: string | null;
  displayName: string | null;
  logoUrl: string | null;
  contactEmail: string | null;
  legalName: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  supportEmail: string | null;
  taxId: string | null;
  deductible: string | null;
  deductibleNote: string | null;
  base: string;
  /** A change of its terms that waits for a second person, or whose new contact waits for its day. */
  change: TermsDetail | null;
  /** False for the service itself. */
  takesKeys: boolean;
};

/** A requested change of terms. Equal terms do not change. */
export type TermsDetail = {
  id: string;
  before: ClientTerms;
  after: ClientTerms;
  by: ActorName;
  requestedAt: Date;
  /** When the approved new contact takes effect; null while it waits for a second person. */
  contactAt: Date | null;
  /** The viewer asked for it. */
  isOwn: boolean;
};

export type KeyRow = {
  id: string;
  /** What staff call it; empty for a key without a name. */
  name: string;
  clientId: string;
  clientName: string;
  /** `waits`: for approval. `stops`: replaced by another, and working until `stopsAt`. */
  state: 'waits' | 'works' | 'stops' | 'stopped';
  permissions: Permission[];
  allowedIps: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  stopsAt: Date | null;
};

/** A key with its creator and approver; null if no staff member did. */
export type KeyDetail = KeyRow & {
  createdBy: ActorName | null;
  approvedBy: ActorName | null;
  /** The viewer created it, and so cannot approve it. */
  isOwn: boolean;
  history: Cut<AuditRow>;
  /** A new key with the same permissions would need approval. */
  requiresApproval: boolean;
  /** The key that its approval ends, after so many hours; null for none. */
  ends: { id: string; name: string; overlapHours: number } | null;
};
