import { isDomainError } from '#lib/problems/domain-error.ts';

/** The code of the DomainError that some work throws, or `nothing was refused`. Other errors are thrown on. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing was refused',
    (error: unknown) => {
      if (!isDomainError(error)) throw error;
      return error.code;
    },
  );
}
