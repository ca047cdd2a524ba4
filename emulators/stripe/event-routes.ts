import type { Call } from './call.ts';
import { missing } from './errors.ts';
import { listPage } from './lists.ts';
import { findInPath } from './resources.ts';
import { isReadable } from './webhooks.ts';

/** GET /v1/events/:id */
export function retrieveEvent(call: Call): object {
  const event = findInPath(call, call.store.events, 'event', 'id');
  if (!isReadable(event, call.store.context.clock)) throw missing('event', event.id, 'id', 404);
  return event;
}

/** GET /v1/events?type=&types[]= */
export function listEvents(call: Call): object {
  const type = call.params.text('type');
  const types = call.params.list('types');
  const events = call.store.events
    .values()
    .filter((event) => isReadable(event, call.store.context.clock))
    .filter((event) => type === undefined || matchesType(event.type, type))
    .filter((event) => types === undefined || types.includes(event.type));
  return listPage(events, call.params, '/v1/events');
}

/** `charge.*` matches all types with that prefix. */
function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
