import type { Actor } from '#lib/policy/actor.ts';
import { DomainError } from '#lib/problems/domain-error.ts';

/** @throws DomainError `not_allowed` */
export function requireStaff({ role }: Actor): void {
  if (role !== 'staff') throw new DomainError('not_allowed');
}
