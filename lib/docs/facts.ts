import type { Env } from '#lib/env.ts';
import { PERMISSIONS } from '#lib/permissions.ts';
import type { GuideFacts } from './section.ts';

/** What the guide says of a deployment. */
export function guideFacts(env: Env): GuideFacts {
  return {
    baseUrl: env.publicBaseUrl,
    sandboxUrl: env.sandboxBaseUrl,
    isLive: env.live,
    isEmulated: env.gatewayMode === 'emulators',
    hasDeck: env.qaDeck,
    supportEmail: env.about.supportEmail,
    linkLifetimeSeconds: env.checkoutLinkTtlSeconds,
    rateLimits: env.rateLimits,
    permissions: Object.entries(PERMISSIONS).map(([name, grants]) => ({ name, grants })),
  };
}
