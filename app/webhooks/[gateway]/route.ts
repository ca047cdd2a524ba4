import { webhookEndpoint } from '#lib/http/webhook.ts';
import { receiveEvent } from '#lib/payments/events/receive-event.ts';

export const POST = webhookEndpoint(receiveEvent);
