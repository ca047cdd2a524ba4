import { beforeAll, describe, expect, it } from 'vitest';
import { env } from '#lib/env.ts';
import { localeCookie } from '#lib/i18n/locales.ts';
import { cookieName, cookieOf, setCookie } from './cookies.ts';

const sent = (cookie: string) => new Headers({ cookie });
const jar = (cookies: Record<string, string>) => (name: string) => cookies[name];

describe('over https', () => {
  beforeAll(() => {
    Object.assign(env(), { publicBaseUrl: 'https://give.example.org' });
  });

  it('a cookie is Secure and has the prefix that its path allows', () => {
    expect(setCookie('a', 'b', { path: '/', seconds: 5 })).toBe(
      '__Host-a=b; Path=/; Max-Age=5; HttpOnly; SameSite=Lax; Secure',
    );
    expect(setCookie('a', 'b', { path: '/sign-in', seconds: 5 })).toBe(
      '__Secure-a=b; Path=/sign-in; Max-Age=5; HttpOnly; SameSite=Lax; Secure',
    );
    expect([cookieName('a', '/'), cookieName('a', '/checkout')]).toEqual(['__Host-a', '__Secure-a']);
  });

  it('a cookie without its prefix, which another host can have set, is not read', () => {
    expect(cookieOf(sent('known_browser=planted'), 'known_browser', '/sign-in')).toBeUndefined();
    const both = sent('known_browser=planted; __Secure-known_browser=own');
    expect(cookieOf(both, 'known_browser', '/sign-in')).toBe('own');
    expect(cookieOf(sent('x__Host-a=1; __Host-a=2'), 'a', '/')).toBe('2');
  });

  it('nor is one for the whole site with the prefix that a neighbouring host can set', () => {
    expect(cookieOf(sent('__Secure-session=planted'), 'session', '/')).toBeUndefined();
    expect(cookieOf(sent('__Secure-session=planted; __Host-session=own'), 'session', '/')).toBe('own');
  });
});

describe('over http, as on this machine', () => {
  beforeAll(() => {
    Object.assign(env(), { publicBaseUrl: 'http://localhost:3000' });
  });

  it('a cookie has its plain name', () => {
    expect(setCookie('a', 'b', { path: '/', seconds: 0 })).toBe('a=b; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect(cookieOf(sent('a=1; __Host-a=2'), 'a', '/')).toBe('1');
  });
});

it('the language’s cookie with the prefix comes first', () => {
  expect(localeCookie(jar({ lang: 'en', '__Host-lang': 'es' }))).toBe('es');
  expect(localeCookie(jar({ lang: 'en' }))).toBe('en');
});
