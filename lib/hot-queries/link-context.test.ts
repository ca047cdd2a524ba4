import { expect, test } from 'vitest';
import { mintGift } from '#lib/checkout-links/give.ts';
import { db } from '#lib/db.ts';
import { createPartner, openLink, publishedCause } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';
import { findLink, findLinkContext } from './find-link.ts';

const { service } = runningService();

async function partnerCalled(displayName: string) {
  const partner = await createPartner();
  await db().client.update({ where: { id: partner.clientId }, data: { displayName } });
  return partner;
}

/** The branding in the public view and on the hosted page. */
async function wornBy(linkId: string): Promise<unknown[]> {
  const { body } = await service.call(`/v1/checkout_links/${linkId}/public`);
  const link = await findLink(linkId);
  const page = link && (await findLinkContext(link));
  return [body.branding?.display_name, page?.branding.displayName];
}

test('a link has the branding of the client that minted it, and a donor’s own link that of the cause’s page', async () => {
  const host = await partnerCalled('Who brought the cause');
  const guest = await partnerCalled('Who minted on it');
  const cause = await publishedCause(service, host);
  const { id: guests } = await openLink(service, guest, { cause });
  expect(await wornBy(guests)).toEqual(['Who minted on it', 'Who minted on it']);
  const gift = await mintGift(cause, { choice: '50', amount: '', locale: 'en', place: null }, new Date());
  if (gift.kind !== 'minted') throw new Error(gift.kind);
  expect(await wornBy(gift.linkId)).toEqual(['Who brought the cause', 'Who brought the cause']);
});
