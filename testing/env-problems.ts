import { EnvError, loadEnv } from '#lib/env.ts';

/** The problems of an environment's variables; none if the service starts with them. */
export function envProblems(source: Record<string, string>): string[] {
  try {
    loadEnv(source);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.problems;
  }
  return [];
}
