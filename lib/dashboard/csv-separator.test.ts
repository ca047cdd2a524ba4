import { expect, test } from 'vitest';
import { storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { chooseCsvSeparator } from './csv-separator.ts';

ownDatabase();

async function creator(): Promise<string> {
  const { owner } = await storedCause();
  return owner.id;
}
function asked(query: string, language: string): Request {
  const headers = { 'accept-language': language };
  return new Request(`https://give.example/dashboard/payments/export?${query}`, { headers });
}

test.each([
  ['es-CO', 'semicolon'],
  ['es-AR', 'semicolon'],
  ['pt-BR', 'semicolon'],
  ['es-MX', 'comma'],
  ['es-PE', 'comma'],
  ['en-US', 'comma'],
] as const)('a file for %s is separated as its numbers need: by %s', async (language, separator) => {
  expect(await chooseCsvSeparator(await creator(), asked('', language))).toBe(separator);
});

test('the choice of one file is that of the next, whatever the language, and of no other account', async () => {
  const [chooser, other] = [await creator(), await creator()];
  expect(await chooseCsvSeparator(chooser, asked('columns=semicolon', 'en-US'))).toBe('semicolon');
  expect(await chooseCsvSeparator(chooser, asked('', 'en-US'))).toBe('semicolon');
  expect(await chooseCsvSeparator(chooser, asked('columns=tab', 'en-US'))).toBe('semicolon');
  expect(await chooseCsvSeparator(other, asked('', 'en-US'))).toBe('comma');
  expect(await chooseCsvSeparator(chooser, asked('columns=comma', 'es-CO'))).toBe('comma');
  expect(await chooseCsvSeparator(chooser, asked('lang=es', 'es-CO'))).toBe('comma');
});
