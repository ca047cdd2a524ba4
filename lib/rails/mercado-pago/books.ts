import { z } from 'zod';
import { log } from '#lib/log.ts';
import { type BookLine, type Books, GatewayError, isGatewayError, type Period } from '../port.ts';
import type { MercadoPagoHttp } from './http.ts';
import { linesOf } from './report.ts';
import { toMinor } from './translate.ts';

/** Every movement of the account by when it happened; the release report tells when its money became available. */
const REPORT = '/v1/account/settlement_report';

const id = z.union([z.string(), z.number()]).transform(String);
const orderedAnswer = z.object({ id });
const taskAnswer = z.object({ status: z.string(), file_name: z.string().nullish() });

/** The words for a report that will never be made. */
const FAILED: ReadonlySet<string> = new Set(['error', 'failed', 'cancelled']);

/** The settlement report of a period: it is ordered, is made after a while, and then is one file. @throws GatewayError */
export async function readBooks(http: MercadoPagoHttp, period: Period, order: string | null): Promise<Books> {
  const task = order ?? (await orderReport(http, period));
  const answer = await http.get<object>(`${REPORT}/task/${encodeURIComponent(task)}`);
  const { status, file_name: file } = understood(taskAnswer, answer);
  if (FAILED.has(status)) throw new GatewayError('fault', `report ${status}`, undefined);
  if (!file) return { ready: false, order: task };
  const text = await http.getText(`${REPORT}/${encodeURIComponent(file)}`);
  return { ready: true, pages: pagesOf(linesOf(text)) };
}

async function orderReport(http: MercadoPagoHttp, { from, to }: Period): Promise<string> {
  const dates = { begin_date: wholeSecond(from), end_date: wholeSecond(to) };
  const key = `books:${dates.begin_date}:${dates.end_date}`;
  return understood(orderedAnswer, await http.post<object>(REPORT, dates, key)).id;
}

/** Reports take no fractions: the second in which it is, which may end after it. */
function wholeSecond(instant: Date): string {
  return new Date(Math.ceil(instant.getTime() / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}

/** How many lines are handed on at once. */
const PAGE = 1000;

async function* pagesOf(lines: BookLine[]): AsyncGenerator<BookLine[]> {
  for (let start = 0; start < lines.length; start += PAGE) yield lines.slice(start, start + PAGE);
}

const accountAnswer = z.object({ id, tags: z.array(z.string()).optional().catch(undefined) });
const balanceAnswer = z.object({ total_amount: z.number(), currency_id: z.string() });

/** What the account holds in its one currency; null for accounts that may not ask, or are of the other mode. @throws GatewayError */
export async function readBalance(http: MercadoPagoHttp): Promise<Map<string, bigint> | null> {
  try {
    const { id: user, tags } = understood(accountAnswer, await http.get<object>('/users/me'));
    if (!http.mode.isOurAccount(user, tags)) return null;
    const path = `/users/${encodeURIComponent(user)}/mercadopago_account/balance`;
    const { total_amount: total, currency_id: currency } = understood(
      balanceAnswer,
      await http.get<object>(path),
    );
    return new Map([[currency, toMinor(total, currency)]]);
  } catch (error) {
    if (!isGatewayError(error) || error.failure === 'unreachable') throw error;
    log().warn({ code: error.code }, 'Mercado Pago did not tell a balance');
    return null;
  }
}

function understood<S extends z.ZodType>(schema: S, answer: object): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new GatewayError('fault', 'answer_unreadable', parsed.error);
  return parsed.data;
}
