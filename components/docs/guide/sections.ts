import { lifecycleSections } from './lifecycle.ts';
import { limitSections } from './limits.ts';
import { POLICY_SECTIONS } from './policy.ts';
import { requestSections } from './requests.ts';
import type { GuideFacts, Section } from './section.ts';
import { startSections } from './start.ts';

/** The whole guide, in reading order. */
export function guideSections(facts: GuideFacts): Section[] {
  return [
    ...startSections(facts),
    ...requestSections(facts),
    ...limitSections(facts),
    ...lifecycleSections(facts),
    ...POLICY_SECTIONS,
  ];
}
