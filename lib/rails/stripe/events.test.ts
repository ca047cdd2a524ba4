import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from './events.ts';

test('the documentation of a webhook endpoint names exactly these', () => {
  const text = readFileSync('docs/environment.md', 'utf8').replaceAll(/\s+/g, ' ');
  const names = WEBHOOK_EVENTS.map((name) => `\`${name}\``).join(', ');
  expect(/, and the events ([^;]+?)\. A live key/.exec(text)?.[1]).toBe(names);
});
