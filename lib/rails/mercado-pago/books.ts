import { z } from 'zod';
import { log } from '#lib/log.ts';
import type { BookLine, BookPeriod, Books } from '../port/books.ts';
import { GatewayError, isGatewayError, UNREADABLE } from '../port/errors.ts';
import type { MercadoPagoHttp } from './http.ts';
import { parseReport } from './report.ts';
import { toMinor } from './translate.ts';

/**
 * This report lists movements at the time of the movement; the release report lists them when the money became available.
 */
const REPORT = '/v1/account/settlement_report';

const id = z.union([z.string(), z.number()]).transform(String);
const requestedAnswer = z.object({ id });
const taskAnswer = z.object({ status: z.string(), file_name: z.string().nullish() });

/** Statuses of a report that will never be ready. */
const FAILED: ReadonlySet<string> = new Set(['error', 'failed', 'cancelled']);

/** Reads the settlement report of a period: requested first, ready after some minutes, then downloaded as one file. @throws GatewayError */
export async function readBooks(http: MercadoPagoHttp, period: BookPeriod, reportId: string | null): Promise<Books> {
  const task = reportId ?? (await requestReport(http, period));
  const answer = await http.get<object>(`${REPORT}/task/${encodeURIComponent(task)}`);
  const { status, file_name: file } = parseAnswer(taskAnswer, answer);
  if (FAILED.has(status)) throw new GatewayError('failed', `report ${status}`, undefined);
  if (!file) return { ready: false, reportId: task };
  const text = await http.getText(`${REPORT}/${encodeURIComponent(file)}`);
  return { ready: true, pages: pagesOf(parseReport(text)) };
}

async function requestReport(http: MercadoPagoHttp, { from, to }: BookPeriod): Promise<string> {
  const dates = { begin_date: wholeSecond(from), end_date: wholeSecond(to) };
  const key = `books:${dates.begin_date}:${dates.end_date}`;
  return parseAnswer(requestedAnswer, await http.post<object>(REPORT, dates, key)).id;
}

/** Rounds up to a whole second, because reports take no fractions. */
function wholeSecond(instant: Date): string {
  return new Date(Math.ceil(instant.getTime() / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}

/** Lines per page, at least. */
const PAGE = 1000;

/** Pages of lines; those that share an id are in the same page. */
async function* pagesOf(lines: BookLine[]): AsyncGenerator<BookLine[]> {
  let page: BookLine[] = [];
  for (const together of Map.groupBy(lines, ({ id, ambiguousWithId }) => ambiguousWithId ?? id).values()) {
    page.push(...together);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

const accountAnswer = z.object({ id, tags: z.array(z.string()).optional().catch(undefined) });
const balanceAnswer = z.object({ total_amount: z.number(), currency_id: z.string() });

/**
 * The balance of the account in its one currency; null if the account may not read it, or is of the other mode. @throws
 * GatewayError
 */
export async function readBalance(http: MercadoPagoHttp): Promise<Map<string, bigint> | null> {
  try {
    const { id: user, tags } = parseAnswer(accountAnswer, await http.get<object>('/users/me'));
    if (!http.mode.isOurAccount(user, tags)) return null;
    const path = `/users/${encodeURIComponent(user)}/mercadopago_account/balance`;
    const { total_amount: total, currency_id: currency } = parseAnswer(balanceAnswer, await http.get<object>(path));
    return new Map([[currency, toMinor(total, currency)]]);
  } catch (error) {
    if (!isGatewayError(error) || error.failure === 'unreachable') throw error;
    log().warn({ code: error.code }, 'Mercado Pago did not answer with a balance');
    return null;
  }
}

function parseAnswer<S extends z.ZodType>(schema: S, answer: object): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new GatewayError('failed', UNREADABLE, parsed.error);
  return parsed.data;
}
