import type { Prisma } from '#prisma/generated/client.ts';

/** Mails that could not be made, or that the mail server has not accepted yet, after at least one try. */
export const UNDELIVERED = { sentAt: null, lastError: { not: null } } satisfies Prisma.EmailWhereInput;
