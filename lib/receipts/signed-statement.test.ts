import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalText,
  isValidSignature,
  receiptStatement,
  type SignedStatement,
  signText,
} from './signed-statement.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const PAYMENT = {
  id: 'pay_4fJk29LmQpRs7TuVwXyZ01aB',
  amount: 50_000n,
  currency: 'COP',
  causeKey: 'agua-1',
  causeTitle: 'Agua para Ráquira',
  succeededAt: new Date('2026-11-21T12:00:00Z'),
  donorName: 'Ana Gómez',
  donorEmail: 'ana@example.org',
};
const text = canonicalText(receiptStatement(PAYMENT, 'key'));
const signature = signText(text, privateKey);

describe('a statement', () => {
  it('is canonical JSON of the donation, without the donor', () => {
    expect(text).toBe(
      '{"amount":50000,"cause":"agua-1","cause_title":"Agua para Ráquira","completed_at":"2026-11-21T12:00:00.000Z",' +
        '"currency":"COP","key_id":"key","object":"donation_receipt","payment_id":"pay_4fJk29LmQpRs7TuVwXyZ01aB"}',
    );
  });

  it('has one signature, which is valid', () => {
    expect(signText(text, privateKey)).toBe(signature);
    expect(isValidSignature(text, signature, publicKey)).toBe(true);
    expect(isValidSignature(text, signature, createPublicKey(privateKey))).toBe(true);
  });

  it('cannot be built from a payment that was not approved', () => {
    expect(() => receiptStatement({ ...PAYMENT, succeededAt: null }, 'key')).toThrow('Bug');
  });
});

describe('a signature is invalid', () => {
  it('with any changed byte of the statement', () => {
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 127 }), (place, change) => {
        const forged = Buffer.from(bytes);
        forged[place] = (forged[place] ?? 0) ^ change;
        // As text again: what is verified is what the text encodes to.
        fc.pre(Buffer.from(forged.toString()).equals(forged));
        expect(isValidSignature(forged.toString(), signature, publicKey)).toBe(false);
      }),
    );
  });

  it('with any character of it changed, missing or added, including its spare bits', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ';
    fc.assert(
      fc.property(fc.nat(85), fc.constantFrom(...alphabet), (place, character) => {
        fc.pre(signature[place] !== character);
        const forged = signature.slice(0, place) + character + signature.slice(place + 1);
        expect(isValidSignature(text, forged, publicKey)).toBe(false);
        expect(isValidSignature(text, signature.slice(0, place), publicKey)).toBe(false);
        expect(isValidSignature(text, signature + character, publicKey)).toBe(false);
      }),
      { numRuns: 300 },
    );
    for (const last of alphabet)
      if (last !== signature.at(-1))
        expect(isValidSignature(text, signature.slice(0, -1) + last, publicKey)).toBe(false);
  });

  it('with any changed member, and under any other key', () => {
    const statement = receiptStatement(PAYMENT, 'key');
    const changes: Partial<SignedStatement>[] = [
      { amount: 50_001 },
      { currency: 'USD' },
      { cause: 'agua-2' },
      { cause_title: 'Agua' },
      { completed_at: '2026-11-21T12:00:00.001Z' },
      { key_id: 'other' },
      { payment_id: 'pay_1' },
    ];
    for (const change of changes)
      expect(isValidSignature(canonicalText({ ...statement, ...change }), signature, publicKey)).toBe(false);
    expect(isValidSignature(text, signature, generateKeyPairSync('ed25519').publicKey)).toBe(false);
  });
});
