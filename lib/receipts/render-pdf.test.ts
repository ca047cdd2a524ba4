// @module-tag full

import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { qrCode } from '#lib/graphics/qr-code.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { ReceiptView } from './receipt-view.ts';
import { renderPdf } from './render-pdf.ts';

const VERIFY = `https://give.example.org/verify/pay_4fJk29LmQpRs7TuVwXyZ01aB/${'Ab1-'.repeat(21)}xy`;
const VIEW: ReceiptView = {
  path: '/receipt/rct_1',
  number: 'K7M-2PX-R94C',
  paymentId: 'pay_4fJk29LmQpRs7TuVwXyZ01aB',
  amountMajor: 50_000,
  currency: 'COP',
  completedAt: '2026-11-21T03:45:00.000Z',
  causeTitle: 'Água e educação para São João de Ráquira',
  causeUrl: null,
  country: 'co',
  partner: 'Casa Abierta',
  accentColour: '#0F766E',
  issuer: {
    legalName: 'Fundación Casa Abierta',
    taxId: 'NIT 900.123.456-7',
    deductible: 'yes',
    deductibleNote: null,
  },
  trust: {
    receiver: 'Fundación Casa Abierta',
    service: 'Give',
    feePercent: 5,
    feeModel: 'plus_gateway_costs',
    termsUrl: null,
    privacyUrl: null,
    supportEmail: 'hola@casa-abierta.example.org',
  },
  paidWith: {
    method: 'bank_transfer',
    cardBrand: null,
    cardLast4: null,
    cardWallet: null,
    bankName: 'Bancolombia',
  },
  donorName: 'María José Ñúñez',
  isAnonymous: true,
  donorLocale: 'es',
  donorTimeZone: null,
  reversals: null,
  verifyUrl: VERIFY,
  qr: qrCode(VERIFY),
  testMode: false,
};

async function read(view: ReceiptView, locale: Locale, timeZone?: string) {
  const document = await getDocumentProxy(new Uint8Array(await renderPdf({ view, locale, timeZone })));
  const { text } = await extractText(document, { mergePages: true });
  return { document, text: text.replace(/\s+/g, ' ') };
}

describe('the PDF of a receipt', () => {
  it('has ordinary spaces, although a process has rendered no-break spaces before', async () => {
    const view = { ...VIEW, causeTitle: 'بئر ماء للقرية', donorName: 'ليلى بنت أحمد' };
    await renderPdf({ view, locale: 'es', timeZone: undefined });
    const options = { locale: 'es', timeZone: undefined } as const;
    const document = await getDocumentProxy(new Uint8Array(await renderPdf({ view: VIEW, ...options })));
    const { text } = await extractText(document, { mergePages: true });
    expect(text).toContain('Fundación Casa Abierta');
    expect(text).not.toContain('\u00a0');
  });

  it('has the texts of the page in Spanish, with accents', async () => {
    const { text, document } = await read(VIEW, 'es', 'America/Bogota');
    for (const expected of [
      'Comprobante de donación',
      '$ 50.000 COP',
      'pay_4fJk29LmQpRs7TuVwXyZ01aB',
      'Água e educação para São João de Ráquira',
      'María José Ñúñez',
      'Donación anónima',
      'Transferencia bancaria (PSE), Bancolombia',
      'K7M-2PX-R94C',
      'Emitido por Fundación Casa Abierta',
      'NIT 900.123.456-7',
      'puede ser deducible de impuestos',
      'El 5',
      'hola@casa-abierta.example.org',
      '21 de noviembre de 2026 a las 3:45 a. m. UTC',
      '20 de noviembre de 2026 a las 10:45',
      'https://give.example.org/verify/',
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain('prueba');
    expect(document.numPages).toBe(1);
  });

  it('has one o’clock in the singular in Spanish', async () => {
    const { text } = await read({ ...VIEW, completedAt: '2026-11-21T18:05:00.000Z' }, 'es', 'America/Bogota');
    expect(text).toContain('de 2026 a la 1:05');
  });

  it('has the date in the time zone in which the donor paid, once that is known', async () => {
    const { text } = await read({ ...VIEW, donorTimeZone: 'America/Bogota' }, 'es', 'Europe/Madrid');
    expect(text).toContain('20 de noviembre de 2026 a las 10:45');
    expect(text).not.toContain('UTC');
  });

  it('says of taxes what the issuer has set: its own words, a sentence in the reader’s language, or nothing', async () => {
    const saying = async (issuer: Partial<ReceiptView['issuer']>) =>
      (await read({ ...VIEW, issuer: { ...VIEW.issuer, ...issuer } }, 'en')).text;
    expect(await saying({})).toContain('This donation may be tax-deductible.');
    expect(await saying({ deductible: 'no' })).toContain('This donation is not tax-deductible.');
    expect(await saying({ deductibleNote: 'Art. 257 E.T.' })).toContain('Art. 257 E.T.');
    expect(await saying({ deductible: null })).not.toContain('deductible');
  });

  it('has the texts of the page in Brazilian Portuguese', async () => {
    const card = { ...VIEW.paidWith, method: 'card', cardBrand: 'visa', cardLast4: '4242' } as const;
    const donation = { country: 'br', currency: 'BRL', paidWith: card } as const;
    const { text, document } = await read({ ...VIEW, ...donation }, 'pt', 'America/Sao_Paulo');
    for (const expected of [
      'Comprovante de doação',
      'R$ 50.000',
      'Doação anônima',
      'Visa com final 4242',
      '21 de novembro de 2026 às 03:45 UTC',
    ])
      expect(text).toContain(expected);
    expect((await document.getMetadata()).info).toMatchObject({ Language: 'pt-BR' });
  });

  it('is tagged, and names its language and title', async () => {
    const { document } = await read(VIEW, 'es');
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({
      Title: 'Comprobante de donación K7M-2PX-R94C',
      Language: 'es',
    });
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    const tree = await (await document.getPage(1)).getStructTree();
    expect(JSON.stringify(tree)).toMatch(/"H1".*"Table".*"TH".*"TD".*"Figure"/);
  });

  it('shows reversals, and that it is a test', async () => {
    const reversals = {
      refundedMajor: 12_500,
      isFullRefund: false,
      byHandMajor: 5_000,
      disputedMajor: 20_000,
      chargedBackMajor: 0,
      leftMajor: 17_500,
      isReturned: false,
    };
    const { text } = await read({ ...VIEW, reversals, testMode: true }, 'en');
    expect(text).toContain('COP 12,500 of it was refunded.');
    expect(text).toContain('COP 20,000 of it is in dispute');
    expect(text).toContain('COP 17,500 of it stays with the cause.');
    expect(text).toContain('Thank you for your donation');
    expect(text).toContain('This is a test. No money was taken.');
  });

  it('of a donation that was returned thanks for nothing and says nothing of taxes or of where it went', async () => {
    const reversals = {
      refundedMajor: 50_000,
      isFullRefund: true,
      byHandMajor: 0,
      disputedMajor: 0,
      chargedBackMajor: 0,
      leftMajor: 0,
      isReturned: true,
    };
    const { text } = await read({ ...VIEW, reversals }, 'en');
    expect(text).toContain('This donation was returned to its donor');
    expect(text).toContain('The full amount, COP 50,000, was refunded.');
    expect(text).not.toMatch(/Thank you|tax-deductible|went to this cause/);
    expect(text).toContain('hola@casa-abierta.example.org');
  });

  it.each(['Łukasz Żółć-Đorđević', 'Ольга Иванова', 'Ελένη Παπαδοπούλου', 'Անահիտ'])('writes %s', async (donorName) =>
    expect((await read({ ...VIEW, donorName }, 'en')).text).toContain(donorName),
  );

  it('refers to the page when a name has characters that no font has', async () => {
    const { text } = await read({ ...VIEW, donorName: '李小龙' }, 'en');
    expect(text).toContain('See the page of this receipt');
  });

  it('writes what it can of a name, and says that it is not the whole one', async () => {
    const { text } = await read({ ...VIEW, donorName: 'María 李小龙 Núñez' }, 'en');
    expect(text).toContain('María Núñez (See the page of this receipt)');
  });

  it('writes a name from right to left in lines that fit, with what is written from left to right in it', async () => {
    const { text } = await read({ ...VIEW, donorName: 'דוד לוי Cohen 2026' }, 'en');
    expect(text).toContain('Cohen 2026');
    const causeTitle = 'بئر ماء نظيف لقرية سان ماتيو '.repeat(4);
    const { document } = await read({ ...VIEW, causeTitle }, 'es');
    const page = await document.getPage(1);
    const { items } = await page.getTextContent();
    const arabic = items.flatMap((item) => ('str' in item && /\p{Script=Arabic}/u.test(item.str) ? [item] : []));
    const edges = arabic.map(({ transform: [, , , , x], width }) => [Math.round(x), Math.round(x + width)]);
    expect(new Set(arabic.map(({ transform }) => transform[5])).size).toBeGreaterThan(1);
    for (const [left, right] of edges) {
      expect(left).toBeGreaterThanOrEqual(202);
      expect(right).toBe(Math.round((page.view[2] ?? 0) - 52));
    }
  });

  it('breaks a word from right to left that is wider than the line, and leaves no letter out', async () => {
    const { document } = await read({ ...VIEW, causeTitle: 'א'.repeat(100), donorName: 'ب'.repeat(90) }, 'es');
    const page = await document.getPage(1);
    const { items } = await page.getTextContent();
    const shown = items.flatMap((item) => ('str' in item ? [item] : []));
    const text = shown.map(({ str }) => str.normalize('NFKC')).join('');
    expect([text.match(/א/g)?.length, text.match(/ب/g)?.length]).toEqual([100, 90]);
    expect(text).not.toContain('…');
    for (const { str, transform } of shown)
      if (/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(str)) expect(transform[4]).toBeGreaterThanOrEqual(202);
  });

  it('keeps the code and its words together on a second page where the texts are the longest possible', async () => {
    const names = { donorName: 'Ñandú '.repeat(20), partner: 'W'.repeat(60) };
    const long = { causeTitle: 'Wáter '.repeat(25), ...names };
    const issuer = { ...VIEW.issuer, legalName: 'Ñandú '.repeat(20), deductibleNote: 'Wáter '.repeat(50) };
    const { document } = await read({ ...VIEW, ...long, issuer }, 'es', 'America/Bogota');
    const { text: pages } = await extractText(document, { mergePages: false });
    expect(pages.map((page) => page.includes('Este comprobante está firmado'))).toEqual([false, true]);
  });

  it.each(['Ñandú '.repeat(20), 'א'.repeat(40)])(
    'keeps a term and its value together, and all on the paper: %s',
    async (name) => {
      const reversals = {
        refundedMajor: 12_500,
        isFullRefund: false,
        byHandMajor: 5_000,
        disputedMajor: 20_000,
        chargedBackMajor: 1_000,
        leftMajor: 16_500,
        isReturned: false,
      };
      const issuer = { ...VIEW.issuer, legalName: name, deductibleNote: `${name.trim()} `.repeat(8).slice(0, 300) };
      const long = { causeTitle: 'Wáter '.repeat(25), donorName: name, partner: 'W'.repeat(60), issuer, reversals };
      const { document } = await read({ ...VIEW, ...long, testMode: true }, 'es', 'America/Bogota');
      expect(document.numPages).toBe(2);
      for (const number of [1, 2]) {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        const shown = items.filter((item) => 'str' in item && item.str.trim() !== '') as { transform: number[] }[];
        const terms = shown.filter(({ transform }) => transform[4] === 52).map(({ transform }) => transform[5]);
        for (const { transform } of shown) expect(transform[5]).toBeGreaterThan(30);
        const firstValue = shown.find(({ transform }) => transform[4] === 202)?.transform[5];
        if (firstValue !== undefined) expect(terms).toContain(firstValue);
      }
    },
  );
});
