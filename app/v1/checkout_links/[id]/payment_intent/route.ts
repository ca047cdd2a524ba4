import { gatewayEndpoint } from '#lib/http/endpoint.ts';
import { createIntent, presentIntent } from '#lib/payments/attempts/create-intent.ts';
import { replayIntent } from '#lib/payments/attempts/replay-intent.ts';
import { createIntentContract } from '#lib/payments/contract.ts';

export const POST = gatewayEndpoint(createIntentContract, {
  run: async ({ params, body, address }) => {
    const intent = await createIntent(params.id, body.email, address);
    return { reply: presentIntent(intent), remember: intent.intentId };
  },
  replay: async ({ params, remembered }) => presentIntent(await replayIntent(params.id, remembered)),
});
