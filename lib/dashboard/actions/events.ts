import { z } from 'zod';
import { handleEventAgain } from '#lib/payments/receive-event.ts';
import { isGatewayError } from '#lib/rails/port.ts';
import { dashboardAction, refuse } from '../action.ts';

/** Handles a gateway's event once more: reads its payment back. */
export const handleEventAction = dashboardAction({
  name: 'event.handle',
  input: z.object({}),
  find: async (tx, { id }) =>
    typeof id === 'string' ? tx.gatewayEvent.findUnique({ where: { id }, select: { id: true } }) : null,
  run: async ({ resource: { id }, now }) => {
    await handleEventAgain(id, now).catch((error: unknown) => {
      if (isGatewayError(error)) return refuse('eventTrouble');
      throw error;
    });
    return { notice: 'eventHandled' };
  },
});
