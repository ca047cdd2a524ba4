import type { ProblemCode } from '#lib/problems/catalogue.ts';

/** A row of the catalogue with its code. */
export type ProblemInfo = { code: ProblemCode; status: number; title: string; meaning: string; fix: string };
