import type { Page } from '@playwright/test';

/** A device with passkeys that recognises its owner by default. */
export type Device = { recognises: (isOwner: boolean) => Promise<void> };

/** Adds a virtual authenticator to a page's browser (WebAuthn, through Chromium's developer tools). */
export async function giveDevice(page: Page): Promise<Device> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async recognises(isUserVerified) {
      await tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
