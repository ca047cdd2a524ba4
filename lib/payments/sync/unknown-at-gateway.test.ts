import { beforeEach, expect, test } from 'vitest';
import { intentOf } from '#testing/factories.ts';
import { accountStateIn, localLinks, resetAccounts, setAge, startTransfer } from '#testing/local-rails.ts';
import { onlyAttemptOf, poll, resetProcessor, secondsAgo, setExpiry, statesOf } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
const links = localLinks(service, partner);
const co = accountStateIn(service, 'co');
beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
});

const DAY_SECONDS = 86_400;

const RAILS = {
  card: async () => {
    const { id } = await newLink();
    await intentOf(service, id);
    return { id, forget: () => resetProcessor(service) };
  },
  'bank transfer': async () => {
    const { id } = await links.colombian();
    await startTransfer(service, id);
    return { id, forget: () => co('fail', { kind: 'status', status: 404, times: 99, method: 'GET' }) };
  },
};

test.each(Object.keys(RAILS) as (keyof typeof RAILS)[])(
  'a link whose %s the gateway does not know any more is in doubt for a day, and then ends',
  async (rail) => {
    const { id, forget } = await RAILS[rail]();
    await forget();
    await setExpiry(id, secondsAgo(1));
    const attempt = await onlyAttemptOf(id);
    await setAge(attempt.id, DAY_SECONDS - 60);
    expect((await poll(service, partner.key, id)).status).toBe(503);
    expect(await statesOf(id)).toEqual(['pending']);
    await setAge(attempt.id, DAY_SECONDS + 60);
    expect((await poll(service, partner.key, id)).body).toMatchObject({ status: 'expired' });
    expect(await statesOf(id)).toEqual(['canceled']);
  },
);
