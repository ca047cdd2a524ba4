import type { AuditOutcome } from '#lib/policy/audit.ts';
import type { ActorName } from './list-view.ts';

export type AuditRow = {
  id: string;
  by: ActorName;
  action: string;
  outcome: AuditOutcome;
  /** The code of what refused it. */
  reason: string | null;
  subject: string;
  /** The path of the subject's page, if it has one. */
  path: string | null;
  /** Plain text, without secrets. */
  data: string;
  at: Date;
};
