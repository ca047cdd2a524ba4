import { expect, test } from 'vitest';
import { isolate } from './isolate.ts';

test.each(['بئر للقرية', 'באר לכפר', 'Fund 5: بئر'])('keeps %j apart from the sentence around it', (title) => {
  expect(isolate(title)).toBe(`\u2068${title}\u2069`);
});

test.each(['A well', '', 'Ñandú 水 🌊'])('leaves %j as it is', (title) => {
  expect(isolate(title)).toBe(title);
});
