import type { Page } from '@playwright/test';

/** A device that keeps passkeys and, unless told otherwise, recognises its owner. */
export type Device = { recognises: (isOwner: boolean) => Promise<void> };

/** Gives the browser of a page a device for passkeys, as Chromium's developer tools make them (WebAuthn, CDP). */
export async function giveDevice(page: Page): Promise<Device> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    async recognises(isUserVerified) {
      await tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
