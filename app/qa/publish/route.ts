import { loopbackOnly, qaOnly } from '#lib/http/loopback-only.ts';
import { pageAction } from '#lib/http/page-action.ts';
import { publishInput } from '#lib/qa-deck/contract.ts';
import { publishCause } from '#lib/qa-deck/publish-cause.ts';

/** Publishes a cause that a test has created, in place of its owner (docs/qa-deck.md). */
export const POST = qaOnly(loopbackOnly(pageAction(publishInput, publishCause)));
