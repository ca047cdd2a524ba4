import { expect, test } from 'vitest';
import { portError } from './port-error.ts';

test.each([
  [
    'EACCES',
    /^PORT must be a port that this user may listen on: the system refuses 80 \(EACCES\)\. .*choose a higher one/,
  ],
  ['EADDRINUSE', /^PORT must be a free port: something listens at 80 already \(EADDRINUSE\)\.$/],
  ['EADDRNOTAVAIL', /^PORT must be a port that can be listened on, which 80 is not: listen failed\.$/],
])('%s is explained in one sentence with the variable', (code, sentence) => {
  const error = portError(Object.assign(new Error('listen failed'), { code }), 80, 'PORT');
  expect(error.message).toMatch(sentence);
  expect(error.message).not.toContain('\n');
});
