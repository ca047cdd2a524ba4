import { expect, test } from 'vitest';
import { bankText } from './bank-text.ts';

test.each([
  ['Zoë Núñez & Søn', 'Zoe Nunez + Son'],
  ['Fundación «Agua» S.A.', 'Fundacion Agua S.A.'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['João d’Ávila', "Joao d'Avila"],
  ['Straße_7', 'Strasse 7'],
  ['/Ana//López/', 'Ana/Lopez'],
  ['<b>"Ana"</b>; DROP', 'b Ana /b DROP'],
  ['  a   b ', 'a b'],
])('%j is %j for a bank', (text, expected) => {
  expect(bankText(text, 70)).toBe(expected);
});

test('names in other scripts are transliterated, and cut to the length of the field', () => {
  expect(bankText('Иван Петров', 70)).toBe('Ivan Petrov');
  expect(bankText('陈小明', 70)).toMatch(/^[A-Za-z]+$/);
  expect(bankText(`${'a'.repeat(69)} b`, 70)).toBe('a'.repeat(69));
});
