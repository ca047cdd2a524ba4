import { hash } from 'node:crypto';
import { donorAt } from '#sdk/src/testing/donor.ts';
import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { startCollector } from '#testing/collector.ts';
import { startInstance } from '#testing/instance.ts';
import { expect, test } from './support/test.ts';

test('a donation is one trace over pages, gateway and worker, and the partner’s own trace leads to it', async ({
  newFolder,
  page,
}) => {
  test.slow();
  const collector = await startCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, LOG_LEVEL: 'info' };
  const instance = await startInstance({ dataDir: newFolder(), settings });
  const theirs = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
  try {
    const minted = await fetch(`${instance.baseUrl}/v1/checkout_links`, {
      method: 'POST',
      headers: {
        'x-api-key': instance.demo.key,
        'content-type': 'application/json',
        traceparent: `00-${theirs.traceId}-${theirs.spanId}-01`,
      },
      body: JSON.stringify({ cause: instance.demo.cause_key, amount: 50, currency: 'USD' }),
    });
    const { id, url } = (await minted.json()) as { id: string; url: string };
    const donor = donorAt(page);
    await donor.open({ url });
    await donor.fields.email.fill('rosa.traced@example.org');
    await donor.payByCard('paid');
    await mailboxAt(`${instance.emulatorUrl}/mailbox.json`).receiptOf('rosa.traced@example.org');
    // What is left is sent before the processes end.
    expect(await instance.stop()).toBe(0);
    // As docs/operations.md says.
    const digest = hash('sha256', id);
    const ours = { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
    const namesIn = (trace: string) => collector.spans().flatMap((span) => (span.traceId === trace ? [span.name] : []));
    // Whether the donor's confirmation or the webhook records it is for the network to say.
    expect(namesIn(ours.traceId)).toEqual(
      expect.arrayContaining(['GET /checkout', 'POST /checkout/donation', 'stripe retrieve', 'smtp send']),
    );
    expect(namesIn(theirs.traceId)).toEqual(['POST /v1/checkout_links']);
    expect(collector.spans().find(({ traceId }) => traceId === theirs.traceId)).toMatchObject({
      parentSpanId: theirs.spanId,
      links: [ours],
    });
    expect(instance.output()).toContain(`"traceId":"${ours.traceId}"`);
    expect(collector.text()).not.toMatch(/rosa|@|chl_|cause_live/);
  } finally {
    await instance.stop();
    collector.close();
  }
});
