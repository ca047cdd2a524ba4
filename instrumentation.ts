import { noteError } from '#lib/http/page-status.ts';

/** Next calls this with what broke a page or a route handler, before it answers. */
export function onRequestError(error: unknown): void {
  noteError(error);
}
