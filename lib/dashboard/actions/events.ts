import { z } from 'zod';
import { handleEventAgain } from '#lib/payments/events/receive-event.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import { dashboardAction } from '../action.ts';

/** Handles a gateway event again: syncs its payment. */
export const handleEventAction = dashboardAction({
  name: 'event.handle',
  input: z.object({}),
  find: async (tx, { id }) =>
    typeof id === 'string' ? tx.gatewayEvent.findUnique({ where: { id }, select: { id: true } }) : null,
  run: async ({ resource: { id }, now }) => {
    await handleEventAgain(id, now).catch((error: unknown) => {
      throw isGatewayError(error) ? new DomainError('event_not_handled', { cause: error }) : error;
    });
    return { notice: 'eventHandled' };
  },
});
