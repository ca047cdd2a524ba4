import { gatewayEndpoint } from '#lib/http/endpoint.ts';
import { createIntentContract } from '#lib/payments/contract.ts';
import { createIntent } from '#lib/payments/create-intent.ts';
import { presentIntent } from '#lib/payments/present-intent.ts';
import { replayIntent } from '#lib/payments/replay-intent.ts';

export const POST = gatewayEndpoint(createIntentContract, {
  run: async ({ params, body, address }) => {
    const intent = await createIntent(params.id, body.email, address);
    return { reply: presentIntent(intent), remember: intent.intentId };
  },
  replay: async ({ params, remembered }) => presentIntent(await replayIntent(params.id, remembered)),
});
