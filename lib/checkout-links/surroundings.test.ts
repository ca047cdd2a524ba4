import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { createPartner, openLink, publishedCause } from '#scripts/testing/factories.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import { findLink } from './find.ts';
import { mintGift } from './give.ts';
import { surroundings } from './surroundings.ts';

const { service } = runningService();

async function partnerCalled(displayName: string) {
  const partner = await createPartner();
  await db().client.update({ where: { id: partner.clientId }, data: { displayName } });
  return partner;
}

/** Whose look donors are shown: by the public view, and by the hosted page. */
async function wornBy(linkId: string): Promise<unknown[]> {
  const { body } = await service.call(`/v1/checkout_links/${linkId}/public`);
  const link = await findLink(linkId);
  const page = link && (await surroundings(link));
  return [body.branding?.display_name, page?.look.displayName];
}

test('a link wears the look of whoever minted it, and a donor’s own that of the page of the cause they gave on', async () => {
  const host = await partnerCalled('Who brought the cause');
  const guest = await partnerCalled('Who minted on it');
  const cause = await publishedCause(service, host);
  const { id: guests } = await openLink(service, guest, { cause });
  expect(await wornBy(guests)).toEqual(['Who minted on it', 'Who minted on it']);
  const gift = await mintGift(cause, { choice: '50', amount: '', locale: 'en' }, new Date());
  if (gift.kind !== 'minted') throw new Error(gift.kind);
  expect(await wornBy(gift.linkId)).toEqual(['Who brought the cause', 'Who brought the cause']);
});
