import { expect, test } from 'vitest';
import { BANK_CODES, type BankCode, type BankCodes } from './bank-format-view.ts';
import { type BankBatch, pain001, type Transfer } from './pain-001.ts';

const TRANSFER: Transfer = {
  reference: 'W23456789CDF',
  withdrawalId: 'wd_1',
  amountMinor: 120_000n,
  holderName: 'Zoë Núñez & Søn <b>',
  holderDocument: 'CC 1020304050',
  country: 'co',
  bankName: 'Banco de Bogotá',
  accountType: 'savings',
  bankCodes: {},
  accountNumber: '00123456789',
};
const BATCH: BankBatch = {
  id: 'bat_4fJ2abcdefghijklmnopqrst',
  currency: 'USD',
  createdAt: new Date('2026-11-23T12:34:56.789Z'),
  startedAt: new Date('2026-11-25T09:00:00Z'),
  transfers: [TRANSFER, { ...TRANSFER, reference: 'W98765432CDF', amountMinor: 3_450n, accountType: 'checking' }],
};
const DEBTOR = { name: 'Fundación Común', account: '9876543210', bic: 'CHASUS33' };

/** The paths of all elements in their order, such as `Document/CstmrCdtTrfInitn`. Throws where one is not closed. */
function pathsOf(xml: string): string[] {
  const [open, paths]: [string[], string[]] = [[], []];
  for (const [, slash, name = ''] of xml.matchAll(/<(\/?)(\w+)[^>?]*>/g)) {
    if (!slash) {
      open.push(name);
      paths.push(open.join('/'));
    } else if (open.pop() !== name) throw new Error(`Not closed before ${name}`);
  }
  expect(open).toEqual([]);
  return paths;
}

/** The names of the elements directly within the first one at a path. */
function childrenOf(xml: string, path: string): string[] {
  const paths = pathsOf(xml);
  const rest = paths.slice(paths.indexOf(path) + 1);
  const end = rest.findIndex((one) => !one.startsWith(`${path}/`));
  const within = end === -1 ? rest : rest.slice(0, end);
  return within.map((one) => one.slice(path.length + 1)).filter((name) => !name.includes('/'));
}

test('its elements are in the order of the schema pain.001.001.09', () => {
  const xml = pain001(BATCH, DEBTOR);
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.09">/,
  );
  const at = (path: string) => childrenOf(xml, `Document/CstmrCdtTrfInitn${path}`);
  expect(at('')).toEqual(['GrpHdr', 'PmtInf']);
  expect(at('/GrpHdr')).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']);
  expect(at('/PmtInf')).toEqual([
    'PmtInfId',
    'PmtMtd',
    'NbOfTxs',
    'CtrlSum',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf',
    'CdtTrfTxInf',
  ]);
  expect(at('/PmtInf/CdtTrfTxInf')).toEqual(['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf']);
  expect(at('/PmtInf/CdtTrfTxInf/Cdtr')).toEqual(['Nm', 'Id']);
  expect(at('/PmtInf/CdtTrfTxInf/CdtrAcct')).toEqual(['Id', 'Tp']);
});

test('sums, references, names and accounts are those of the batch, in the characters of banks', () => {
  const xml = pain001(BATCH, DEBTOR);
  expect(xml.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>1234\.50<\/CtrlSum>/g)).toHaveLength(2);
  expect(xml).toContain('<MsgId>4fJ2abcdefghijklmnopqrst</MsgId><CreDtTm>2026-11-23T12:34:56+00:00</CreDtTm>');
  expect(xml).toContain('<ReqdExctnDt><Dt>2026-11-25</Dt></ReqdExctnDt>');
  expect(xml).toContain('<EndToEndId>W23456789CDF</EndToEndId>');
  expect(xml).toContain('<InstdAmt Ccy="USD">1200.00</InstdAmt>');
  expect(xml).toContain('<Nm>Zoe Nunez + Son b</Nm>');
  expect(xml).toContain('<Nm>Fundacion Comun</Nm>');
  expect(xml).toContain('<Othr><Id>00123456789</Id></Othr>');
  expect(xml).toContain('<Tp><Cd>SVGS</Cd></Tp>');
  expect(xml).toContain('<RmtInf><Ustrd>W98765432CDF</Ustrd></RmtInf>');
  expect(pain001(BATCH, DEBTOR)).toBe(xml);
});

test('euros between IBANs are a SEPA transfer, and a currency without decimals has none', () => {
  const iban = 'ES9121000418450200051332';
  const sepa = {
    ...BATCH,
    currency: 'EUR',
    transfers: [{ ...TRANSFER, accountNumber: iban, country: 'es' }],
  };
  const xml = pain001(sepa, { ...DEBTOR, account: 'DE89370400440532013000', bic: null });
  expect(xml).toContain('<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt>');
  expect(xml).toContain('<ChrgBr>SLEV</ChrgBr>');
  // An address without a town is refused in SEPA, and none is needed.
  expect(xml).not.toContain('PstlAdr');
  expect(xml).toContain(`<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`);
  expect(xml).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>');
  expect(pain001({ ...BATCH, currency: 'CLP' }, DEBTOR)).toContain('<CtrlSum>123450</CtrlSum>');
});

test('euros to an IBAN outside of the euro payments area are no SEPA transfer, and name its bank', () => {
  const bank = { country: 'tr', bankCodes: { bic: 'ISBKTRIS' }, bankName: 'Is Bankasi' };
  const abroad = { ...TRANSFER, ...bank, accountNumber: 'TR330006100519786457841326' };
  const inside = { ...TRANSFER, accountNumber: 'ES9121000418450200051332', country: 'es' };
  const debtor = { ...DEBTOR, account: 'DE89370400440532013000' };
  const xml = pain001({ ...BATCH, currency: 'EUR', transfers: [inside, abroad] }, debtor);
  expect(xml).not.toContain('SEPA');
  expect(xml).toContain('<ChrgBr>SHAR</ChrgBr>');
  expect(xml).toContain('<CdtrAgt><FinInstnId><BICFI>ISBKTRIS</BICFI><Nm>Is Bankasi</Nm>');
  expect(xml).toContain('<IBAN>TR330006100519786457841326</IBAN>');
  const bankCodes = { bic: 'SOCBPFTX' };
  const pacific = { ...TRANSFER, country: 'pf', bankCodes, accountNumber: 'FR1420041010050500013M02606' };
  expect(pain001({ ...BATCH, currency: 'EUR', transfers: [pacific] }, debtor)).not.toContain('SEPA');
});

test('a bank is named by its BIC and by its number in the country’s clearing system', () => {
  const transfers = [
    { ...TRANSFER, bankCodes: { bic: 'BARCGB22', sortCode: '200000' }, country: 'gb' },
    { ...TRANSFER, bankCodes: { routingNumber: '021000021' }, country: 'us' },
    { ...TRANSFER, bankCodes: { institution: '003', transit: '00102' }, country: 'ca' },
  ];
  const xml = pain001({ ...BATCH, transfers }, DEBTOR);
  const member = (system: string, number: string) =>
    `<ClrSysMmbId><ClrSysId><Cd>${system}</Cd></ClrSysId><MmbId>${number}</MmbId></ClrSysMmbId><Nm>`;
  expect(xml).toContain(`<FinInstnId><BICFI>BARCGB22</BICFI>${member('GBDSC', '200000')}`);
  expect(xml).toContain(`<FinInstnId>${member('USABA', '021000021')}`);
  expect(xml).toContain(`<FinInstnId>${member('CACPA', '000300102')}`);
});

test('every code of a bank or branch that its account was added with is in the file', () => {
  const bankCodes = { bankCode: '237', branch: '4321' };
  const account = { country: 'br', bankCodes, bankName: 'Bradesco', accountNumber: '12345X' };
  const xml = pain001({ ...BATCH, currency: 'BRL', transfers: [{ ...TRANSFER, ...account }] }, DEBTOR);
  expect(xml).toContain(
    '<CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>237</MmbId></ClrSysMmbId><Nm>Bradesco</Nm><PstlAdr><Ctry>BR</Ctry></PstlAdr></FinInstnId><BrnchId><Id>4321</Id></BrnchId></CdtrAgt>',
  );
  const given = { routingNumber: '021000021', sortCode: '200000', bsb: '062000', bic: 'BARCGB22', ...bankCodes };
  const codes: BankCodes = { ...given, institution: '003', transit: '00102' };
  const files = BANK_CODES.map((code) => {
    const own = code === 'institution' || code === 'transit' ? ['institution', 'transit'] : [code];
    const only = Object.fromEntries(own.map((one) => [one, codes[one as BankCode]])) as BankCodes;
    return [codes[code], pain001({ ...BATCH, transfers: [{ ...TRANSFER, bankCodes: only }] }, DEBTOR)] as const;
  });
  for (const [code, file] of files) expect(file).toContain(code);
});

test('the execution day is that of the bank, not of UTC', () => {
  const dayOf = (currency: string, startedAt: string) =>
    /<ReqdExctnDt><Dt>(.*?)<\/Dt>/.exec(pain001({ ...BATCH, currency, startedAt: new Date(startedAt) }, DEBTOR))?.[1];
  // Tuesday evening in Bogotá, and Wednesday morning in Sydney, where a bank refuses Tuesday.
  expect(dayOf('COP', '2026-11-25T01:30:00Z')).toBe('2026-11-24');
  expect(dayOf('AUD', '2026-11-24T22:30:00Z')).toBe('2026-11-25');
});

test.each([
  ['co', 'NIT 900.123.456-7', 'OrgId'],
  ['co', 'NIT 860002964', 'OrgId'],
  ['co', 'NIT 9001234567', 'OrgId'],
  ['co', 'NIT 1020304050-1', 'PrvtId'],
  ['co', 'NIT 80.123.456-1', 'PrvtId'],
  ['co', 'NIT 80123456 – 1', 'PrvtId'],
  ['co', 'CC 80123456', 'PrvtId'],
  ['ar', '30-50001091-2', 'OrgId'],
  ['ar', '20-26756539-3', 'PrvtId'],
  ['br', '11.222.333/0001-81', 'OrgId'],
  ['br', '123.456.789-09', 'PrvtId'],
  ['cl', '76.086.428-5', 'OrgId'],
  ['cl', '12.345.678-5', 'PrvtId'],
  ['mx', 'ABC680524P76', 'OrgId'],
  ['mx', 'GODE561231GR8', 'PrvtId'],
  ['us', '12-3456789', 'PrvtId'],
])('a document of %s such as %s is in %s', (country, holderDocument, element) => {
  const xml = pain001({ ...BATCH, transfers: [{ ...TRANSFER, country, holderDocument }] }, DEBTOR);
  expect(/<Id><(OrgId|PrvtId)><Othr><Id>/.exec(xml)?.[1]).toBe(element);
});
