import { expect, test } from 'vitest';
import { brandingSchema, sanitiseBranding } from './branding.ts';

const takes = (branding: unknown) => brandingSchema.safeParse(branding).success;
const nothing = { accentColor: null, displayName: null, logoUrl: null };

test('is validated on write: a colour as #RRGGBB, a name of 60 characters, an https logo', () => {
  for (const branding of [
    {},
    { accent_color: '#0a0B0c' },
    { display_name: '💸'.repeat(60) },
    { logo_url: 'https://example.org/logo.svg' },
  ])
    expect(takes(branding)).toBe(true);
  for (const branding of [
    { accent_color: '#abc' },
    { accent_color: 'red' },
    { accent_color: '#0a0b0c;' },
    { accent_color: '#0a0b0c\n' },
    { display_name: '' },
    { display_name: '\u200b\u2060\u00ad ' },
    { display_name: 'x'.repeat(61) },
    { logo_url: 'http://example.org/logo.svg' },
    { logo_url: 'data:image/png;base64,x' },
    { logo_url: 'javascript:alert(1)' },
    { font: 'Comic Sans' },
  ])
    expect(takes(branding)).toBe(false);
});

test('is absent if the partner configured none', () => {
  expect(sanitiseBranding(nothing)).toBeUndefined();
});

test('is sanitised on read: invalid members are left out, markup and invisible characters are removed', () => {
  expect(
    sanitiseBranding({
      accentColor: 'url(x)',
      displayName: ' <b>Gi\u202eve\u0000</b>\u200b ',
      logoUrl: 'javascript:alert(1)',
    }),
  ).toEqual({ display_name: 'bGive/b' });
  for (const displayName of ['<\u200b>', '\u2800\u3164'])
    expect(sanitiseBranding({ ...nothing, displayName })).toBeUndefined();
});

test('a name keeps what joins its letters, emoji and flags, which is invisible anywhere else', () => {
  const flag = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  for (const displayName of ['👨\u200d👩\u200d👧 Familias', `Give ${flag}`, 'می\u200cخواهم'])
    expect(sanitiseBranding({ ...nothing, displayName })).toEqual({ display_name: displayName });
  expect(sanitiseBranding({ ...nothing, displayName: '\u200dGi\u200b\u200dve\u{e0067}' })).toEqual({
    display_name: 'Give',
  });
});

test('shows what is configured, member by member', () => {
  expect(sanitiseBranding({ ...nothing, accentColor: '#00ff00' })).toEqual({ accent_color: '#00ff00' });
  expect(
    sanitiseBranding({ accentColor: '#00FF00', displayName: 'Give', logoUrl: 'https://example.org/l.png' }),
  ).toEqual({ accent_color: '#00FF00', display_name: 'Give', logo_url: 'https://example.org/l.png' });
});
