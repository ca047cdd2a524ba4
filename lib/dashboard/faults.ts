import type { z } from 'zod';
import { dashboardEn } from '#lib/i18n/messages/dashboard-en.ts';
import type { Fault, FaultCode } from './page-view.ts';

/** What is to be said of an issue that zod found: its message where that is a code, else by the limit that it breaks. */
export function faultOfIssue(issue: z.core.$ZodIssue): Fault {
  const field = issue.path.join('.');
  if (isFaultCode(issue.message)) return { field, code: issue.message };
  const { max, min } = limitsOf(issue);
  if (max !== undefined) return { field, code: 'tooLong', values: { max } };
  if (min !== undefined)
    return min === 1 ? { field, code: 'required' } : { field, code: 'tooShort', values: { min } };
  return { field, code: issue.input === undefined && issue.code === 'invalid_type' ? 'required' : 'invalid' };
}

/** Whether zod counted, or a rule of ours (lib/fields.ts). */
function limitsOf(issue: z.core.$ZodIssue): { max?: number; min?: number } {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  return issue.code === 'custom' ? (issue.params ?? {}) : {};
}

function isFaultCode(text: string): text is FaultCode {
  return Object.hasOwn(dashboardEn.faults, text);
}
