import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { runsOf } from '#lib/fonts.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { qrCode } from '#lib/qr-code.ts';
import type { ReceiptView } from './receipt-view.ts';
import { renderPdf } from './render-pdf.ts';

const VERIFY = `https://give.example.org/verify/pay_4fJk29LmQpRs7TuVwXyZ01aB/${'Ab1-'.repeat(21)}xy`;
const VIEW: ReceiptView = {
  path: '/receipt/rct_1',
  paymentId: 'pay_4fJk29LmQpRs7TuVwXyZ01aB',
  amountMajor: 50_000,
  currency: 'COP',
  completedAt: '2026-11-21T03:45:00.000Z',
  causeTitle: 'Água e educação para São João de Ráquira',
  causeUrl: null,
  country: 'co',
  partner: 'Casa Abierta',
  accentColour: '#0F766E',
  method: 'bank_transfer',
  donorName: 'María José Ñúñez',
  isAnonymous: true,
  donorLocale: 'es',
  givenBack: null,
  verifyUrl: VERIFY,
  qr: qrCode(VERIFY),
  testMode: false,
};

async function read(view: ReceiptView, locale: Locale, timeZone?: string) {
  const document = await getDocumentProxy(new Uint8Array(await renderPdf(view, { locale, timeZone })));
  const { text } = await extractText(document, { mergePages: true });
  return { document, text: text.replace(/\s+/g, ' ') };
}

describe('the file of a receipt', () => {
  it('says in Spanish what the page says, accents and all', async () => {
    const { text, document } = await read(VIEW, 'es', 'America/Bogota');
    for (const said of [
      'Comprobante de donación',
      '$ 50.000 COP',
      'pay_4fJk29LmQpRs7TuVwXyZ01aB',
      'Água e educação para São João de Ráquira',
      'María José Ñúñez',
      'Donación anónima',
      'Transferencia bancaria (PSE)',
      '21 de noviembre de 2026 a las 3:45 a. m. UTC',
      '20 de noviembre de 2026 a las 10:45',
      'https://give.example.org/verify/',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('prueba');
    expect(document.numPages).toBe(1);
  });

  it('says in the Portuguese of Brazil what the page says', async () => {
    const donation = { country: 'br', currency: 'BRL', method: 'card' } as const;
    const { text, document } = await read({ ...VIEW, ...donation }, 'pt', 'America/Sao_Paulo');
    for (const said of [
      'Comprovante de doação',
      'R$ 50.000',
      'Doação anônima',
      'Cartão',
      '21 de novembro de 2026 às 03:45 UTC',
    ])
      expect(text).toContain(said);
    expect((await document.getMetadata()).info).toMatchObject({ Language: 'pt-BR' });
  });

  it('is tagged, and names its language and title', async () => {
    const { document } = await read(VIEW, 'es');
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({
      Title: 'Comprobante de donación pay_4fJk29LmQpRs7TuVwXyZ01aB',
      Language: 'es',
    });
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    const tree = await (await document.getPage(1)).getStructTree();
    expect(JSON.stringify(tree)).toMatch(/"H1".*"Table".*"TH".*"TD".*"Figure"/);
  });

  it('says what was given back, and that it is a test', async () => {
    const givenBack = { amountMajor: 12_500, isAll: false, disputedMajor: 20_000, chargedBackMajor: 0 };
    const { text } = await read({ ...VIEW, givenBack, testMode: true }, 'en');
    expect(text).toContain('COP 12,500 of it was given back.');
    expect(text).toContain('COP 20,000 of it is disputed');
    expect(text).toContain('This is a test. No money was taken.');
  });

  it.each(['Łukasz Żółć-Đorđević', 'Ольга Иванова', 'Ελένη Παπαδοπούλου', 'Անահիտ'])(
    'writes %s',
    async (donorName) => expect((await read({ ...VIEW, donorName }, 'en')).text).toContain(donorName),
  );

  it('points to the page rather than writing a name in part', async () => {
    const { text } = await read({ ...VIEW, donorName: '李小龙' }, 'en');
    expect(text).toContain('As written on the page of this receipt');
  });

  it('stays one page with the longest texts there can be', async () => {
    const long = { causeTitle: 'Wáter '.repeat(25), donorName: 'Ñandú '.repeat(20), partner: 'W'.repeat(60) };
    expect((await read({ ...VIEW, ...long }, 'es', 'America/Bogota')).document.numPages).toBe(1);
  });
});

describe('the pieces of a text', () => {
  it('leave out signs that no font has, and take one font where one will do', () => {
    expect(runsOf('Ana 🌷 Gómez', 'bold')?.map(({ text }) => text)).toEqual(['Ana Gómez']);
    expect(runsOf('🌷', 'bold')).toBeUndefined();
  });

  it('keep right-to-left words in their order, and the space on its side', () => {
    expect(runsOf('דוד לוי Cohen', 'bold')?.map(({ text }) => text)).toEqual(['דוד\u00a0לוי', ' Cohen']);
  });
});
