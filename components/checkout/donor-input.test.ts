import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmailAddress } from '#lib/fields.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { checkEmail, checkMessage, checkName } from './check-details.ts';
import { suggestEmail } from './email-hint.ts';
import { presetAmounts } from './presets.ts';

describe('the amounts offered', () => {
  it.each([
    [50, [25, 50, 100, 200]],
    [50_000, [25_000, 50_000, 100_000, 200_000]],
    [37, [20, 37, 80, 150]],
    [1, [1, 2, 4]],
    [120, [60, 120, 250, 500]],
  ])('around %i are %j', (asked, expected) => {
    expect(presetAmounts(asked, null)).toEqual(expected);
  });

  it('hold the asked one, whole, distinct, ascending and payable', () => {
    const bounds = fc.record({
      min: fc.integer({ min: 0, max: 1000 }),
      max: fc.integer({ min: 1000, max: 1e10 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_MAJOR }), fc.option(bounds), (asked, within) => {
        const amounts = presetAmounts(asked, within);
        expect(amounts).toContain(asked);
        expect(amounts).toEqual([...new Set(amounts)].toSorted((one, other) => one - other));
        for (const amount of amounts) {
          expect(Number.isInteger(amount) && amount >= 1).toBe(true);
          if (within && amount !== asked) expect(amount >= within.min && amount <= within.max).toBe(true);
        }
      }),
    );
  });
});

describe('an email', () => {
  it.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@gmail.co', 'ana@gmail.com'],
    ['ana@hotmial.com', 'ana@hotmail.com'],
    ['ana@outlok.com', 'ana@outlook.com'],
    ['ana@yaho.com.mx', 'ana@yahoo.com.mx'],
    ['ana@yahoo.co', 'ana@yahoo.com'],
  ])('%s hints at %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  it.each(['ana@gmail.com', 'ana@mail.com', 'ana@example.org', 'josé@example.org', 'ana', '@', 'ana@live.com'])(
    '%s hints at nothing',
    (typed) => {
      expect(suggestEmail(typed)).toBeUndefined();
    },
  );

  it.each([
    ...['yahoo.com.br', 'yahoo.com.pe', 'yahoo.com.au', 'yahoo.fr', 'yahoo.co.uk', 'outlook.pt', 'outlook.de'],
    ...['outlook.fr', 'outlook.cl', 'hotmail.fr', 'hotmail.it', 'hotmail.cl', 'live.cl', 'live.com.mx'],
  ])('an address at %s, a provider’s in another country, is no slip', (domain) => {
    expect(suggestEmail(`ana@${domain}`)).toBeUndefined();
  });

  it.each(['ana\u200b@example.org', '\u202aana@example.org\u202c', 'ana@exam\u00adple.org'])(
    '%j has a character that nobody sees, and is refused',
    (typed) => expect(checkEmail(typed)).toBe('emailInvalid'),
  );

  it.each(['a<b@example.org>', 'x,y@example.org', 'a;b@example.org', 'a"b@example.org', 'a@example.org(b)'])(
    '%s is refused, because mail would go to somebody else',
    (typed) => expect(checkEmail(typed)).toBe('emailInvalid'),
  );

  it.each(['ana@gmail.com´', 'ana@gmail.com…', 'ana@exa‥mple.org'])(
    '%s, at a domain that is none, is refused here as by the server',
    (typed) => {
      expect([checkEmail(typed), isEmailAddress(typed)]).toEqual(['emailInvalid', false]);
    },
  );

  it('is refused or taken here as by the server', () => {
    const odd = fc.constantFrom('´', '…', 'ü', '\u200b', '.', '-', 'xn--', 'ñ', 'I', 'İ', '@', ' ', '​', '。');
    const part = fc.array(fc.oneof(odd, fc.constantFrom('a', 'b', '1')), { maxLength: 4 }).map((all) => all.join(''));
    fc.assert(
      fc.property(part, part, (local, domain) => {
        const typed = `${local}x@y${domain}.example`;
        expect([typed, checkEmail(typed) === undefined]).toEqual([typed, isEmailAddress(typed.trim())]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['"q"@example.org', 'josé@example.org', "o'brien+tag@mail.example.org"])('%s is taken', (typed) =>
    expect(checkEmail(typed)).toBeUndefined(),
  );

  it('never throws, and suggests only what would be accepted', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const meant = suggestEmail(email);
        if (meant !== undefined) expect(checkEmail(meant)).toBeUndefined();
      }),
    );
  });

  it('may be empty or international; anything without a domain is refused', () => {
    for (const fine of ['', '  ', 'a@b.co', 'josé@example.org']) expect(checkEmail(fine)).toBeUndefined();
    for (const wrong of ['a', 'a@b', 'a b@c.de', 'a@b..de', 'a@@b.de']) expect(checkEmail(wrong)).toBe('emailInvalid');
  });
});

describe('a text field', () => {
  it('refuses a card number, in any spacing', () => {
    expect(checkName('4242 4242 4242 4242')).toBe('looksLikeCard');
    expect(checkName('Ana 4000-0000-0000-0002')).toBe('looksLikeCard');
    expect(checkEmail('4242424242424242@example.org')).toBe('looksLikeCard');
    for (const typed of ['4242.4242.4242.4242', '4242\u00a04242\u00a04242\u00a04242', '4242  4242\n4242 - 4242'])
      expect([typed, checkMessage(typed)]).toEqual([typed, 'looksLikeCard']);
  });

  it('refuses a card number with what stands behind it on a card', () => {
    for (const typed of ['4242424242424242 12/30', '4242 4242 4242 4242 1230 123', 'Visa 4242-4242-4242-4242 123'])
      expect([typed, checkMessage(typed)]).toEqual([typed, 'looksLikeCard']);
  });

  it('lets ordinary names and phone-like numbers through', () => {
    for (const name of [
      '',
      'Ana',
      'María José Ñíguez',
      '+57 300 123 4567',
      '1234567890123',
      '300.123.4567 y 301.765.4321',
    ]) {
      expect(checkName(name)).toBeUndefined();
    }
    expect(checkName('x'.repeat(121))).toBe('nameTooLong');
  });
});
