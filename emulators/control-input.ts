import { z } from 'zod';

/** A wrong call of the control API, answered with status 400 and this message. */
export class ControlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ControlError';
  }
}

/** Validates the input of a control action. Throws ControlError naming the bad fields. */
export function parseControlInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new ControlError(z.prettifyError(parsed.error));
}
