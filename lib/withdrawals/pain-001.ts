import { isValidIBAN as isIban, isSEPACountry } from 'ibantools';
import { amountCell } from '#lib/csv.ts';
import { factsOf } from '#lib/currencies.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { localTimeIn } from '#lib/time-zone.ts';
import type { BankCodes } from './bank-format-view.ts';
import { isOrganizationDocument } from './bank-formats.ts';
import { bankText } from './bank-text.ts';

/** A transfer to a creator. `amountMinor`: minor units of the batch's currency (lib/money.ts). */
export type Transfer = {
  reference: string;
  withdrawalId: string;
  amountMinor: bigint;
  holderName: string;
  holderDocument: string;
  /** Of the bank; lower case. */
  country: string;
  bankName: string;
  /** Null where the country's banks have no kinds of accounts. */
  accountType: string | null;
  bankCodes: BankCodes;
  accountNumber: string;
};

/** The account that pays: an IBAN, or the bank's own number. */
export type Debtor = { name: string; account: string; bic: string | null };

/** What a bank's file is made of. The same batch makes the same file again. */
export type BankBatch = {
  id: string;
  currency: string;
  createdAt: Date;
  /** When sending started: the file exists from then on. */
  startedAt: Date;
  transfers: readonly Transfer[];
};

/** Longest texts of the message, as SEPA and CBPR+ allow them. */
const NAME = 70;
const TEXT = 35;

/** Codes of kinds of accounts (ISO 20022, ExternalCashAccountType1Code). */
const ACCOUNT_TYPES: Readonly<Record<string, string>> = { savings: 'SVGS', checking: 'CACC' };

type Element = [name: string, content: string | Element[], attributes?: Record<string, string>];

/**
 * A customer credit transfer initiation (ISO 20022, pain.001.001.09): the file with which a bank pays a batch. Its message
 * id is the batch's, by which a bank recognises a file that it has had before; the end-to-end id of each transfer is its
 * reference, which the statement repeats.
 */
export function pain001({ id, currency, createdAt, startedAt, transfers }: BankBatch, debtor: Debtor): string {
  const messageId = id.replace(/^[a-z]+_/, '');
  const isSepa =
    currency === 'EUR' &&
    isSepaAccount(debtor.account) &&
    transfers.every(({ accountNumber, bankCodes }) => isSepaAccount(accountNumber) && !bankCodes.bic);
  const total = amountOf(
    transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    currency,
  );
  const count = String(transfers.length);
  const payment: Element[] = [
    ['PmtInfId', `${messageId}-1`],
    ['PmtMtd', 'TRF'],
    ['NbOfTxs', count],
    ['CtrlSum', total],
    ...(isSepa ? [['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]] as Element] : []),
    // A batch can be started days after it was created, and a bank refuses a day in the past.
    ['ReqdExctnDt', [['Dt', localTimeIn(factsOf(currency)?.bankZone ?? 'UTC', startedAt).slice(0, 10)]]],
    ['Dbtr', [['Nm', bankText(debtor.name, NAME)]]],
    ['DbtrAcct', [accountId(debtor.account), ['Ccy', currency]]],
    ['DbtrAgt', [['FinInstnId', [agentOf(debtor.bic)]]]],
    ['ChrgBr', isSepa ? 'SLEV' : 'SHAR'],
    ...transfers.map((transfer) => transferElement(transfer, currency, isSepa)),
  ];
  const message: Element = [
    'CstmrCdtTrfInitn',
    [
      [
        'GrpHdr',
        [
          ['MsgId', messageId],
          ['CreDtTm', `${createdAt.toISOString().slice(0, 19)}+00:00`],
          ['NbOfTxs', count],
          ['CtrlSum', total],
          ['InitgPty', [['Nm', bankText(debtor.name, NAME)]]],
        ],
      ],
      ['PmtInf', payment],
    ],
  ];
  const root: Element = ['Document', [message], { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' }];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root)}\n`;
}

function transferElement(transfer: Transfer, currency: string, isSepa: boolean): Element {
  const { reference, amountMinor, country, holderName, holderDocument, accountNumber } = transfer;
  const holder = isOrganizationDocument(country, holderDocument) ? 'OrgId' : 'PrvtId';
  const type = ACCOUNT_TYPES[transfer.accountType ?? ''];
  return [
    'CdtTrfTxInf',
    [
      [
        'PmtId',
        [
          ['InstrId', reference],
          ['EndToEndId', reference],
        ],
      ],
      ['Amt', [['InstdAmt', amountOf(amountMinor, currency), { Ccy: currency }]]],
      // With an IBAN in euros, the bank is known by it.
      ...(isSepa ? [] : [['CdtrAgt', bankElements(transfer)] as Element]),
      [
        'Cdtr',
        [
          // No address: since November 2026 one needs its town, which nobody asks for, and banks refuse a file without.
          ['Nm', bankText(holderName, NAME)],
          ['Id', [[holder, [['Othr', [['Id', bankText(holderDocument, TEXT)]]]]]]],
        ],
      ],
      ['CdtrAcct', [accountId(accountNumber), ...(type && !isSepa ? [['Tp', [['Cd', type]]] as Element] : [])]],
      ['RmtInf', [['Ustrd', reference]]],
    ],
  ];
}

/**
 * The creditor's bank: by its BIC or its number in the country's clearing system, with its name for people; and the branch,
 * where the account's number is one of a branch.
 */
function bankElements({ bankName, bankCodes, country }: Transfer): Element[] {
  const { bic, branch } = bankCodes;
  const member = clearingMember(bankCodes);
  const bank: Element[] = [
    ...(bic ? [['BICFI', bic] as Element] : []),
    ...(member.length > 0 ? [['ClrSysMmbId', member] as Element] : []),
    ['Nm', bankText(bankName, NAME)],
    ['PstlAdr', [['Ctry', country.toUpperCase()]]],
  ];
  return [['FinInstnId', bank], ...(branch ? [['BrnchId', [['Id', branch]]] as Element] : [])];
}

/** Codes of clearing systems (ISO 20022, ExternalClearingSystemIdentification1Code), of which Brazil's has none. */
function clearingMember(codes: BankCodes): Element[] {
  const of = (system: string, member: string): Element[] => [
    ['ClrSysId', [['Cd', system]]],
    ['MmbId', member],
  ];
  if (codes.routingNumber) return of('USABA', codes.routingNumber);
  if (codes.sortCode) return of('GBDSC', codes.sortCode);
  if (codes.bsb) return of('AUBSB', codes.bsb);
  if (codes.institution && codes.transit) return of('CACPA', `0${codes.institution}${codes.transit}`);
  return codes.bankCode ? [['MmbId', codes.bankCode]] : [];
}

/** Countries outside of the Single Euro Payments Area have IBANs too, some that look French: there a bank is reached by its BIC. */
function isSepaAccount(account: string): boolean {
  return isIban(account) && isSEPACountry(account.slice(0, 2));
}

function accountId(account: string): Element {
  return ['Id', [isIban(account) ? ['IBAN', account] : ['Othr', [['Id', account]]]]];
}

function agentOf(bic: string | null): Element {
  return bic === null ? ['Othr', [['Id', 'NOTPROVIDED']]] : ['BICFI', bic];
}

/** With the decimals of the currency: `1234.00`. */
function amountOf(amountMinor: bigint, currency: string): string {
  return amountCell(Number(amountMinor), minorUnitsPerMajor(currency));
}

function write([name, content, attributes = {}]: Element): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner = typeof content === 'string' ? escaped(content) : content.map(write).join('');
  return `<${name}${written.join('')}>${inner}</${name}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
