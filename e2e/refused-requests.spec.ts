import { sendRefused } from './support/refused-requests.ts';
import { expect, test } from './support/test.ts';

// What other journeys leave behind may still be logged while requests are refused here.
test.use({ data: 'refused requests' });

test('requests that no browser sends are not logged as our error', async ({ instance }) => {
  const before = instance.output().length;
  await sendRefused(instance);
  expect(instance.output().slice(before)).not.toMatch(/"level":[456]0|⨯|Error/);
});
