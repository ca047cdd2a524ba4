import { beforeEach, expect, test, vi } from 'vitest';
import { GatewayError } from '../port.ts';
import type { MercadoPagoHttp } from './http.ts';
import { findPayments, linkOfPayment, refundInFull } from './payments.ts';

const get = vi.fn<(path: string) => Promise<unknown>>();
const post = vi.fn<(path: string, body: unknown, key: string) => Promise<unknown>>();
const http = { get, post } as unknown as MercadoPagoHttp;
beforeEach(() => {
  get.mockReset();
  post.mockReset();
});

const approved = { id: 1, status: 'approved', transaction_amount: 100, transaction_amount_refunded: 0 };
const refunded = { ...approved, status: 'refunded', transaction_amount_refunded: 100 };
const refused = (code: string) => new GatewayError('refused', code, undefined);

test('a refund is believed when the payment says so, not when the call was answered: a replay is answered with nothing', async () => {
  post.mockResolvedValue({});
  get.mockResolvedValueOnce(approved).mockResolvedValueOnce(refunded);
  expect(await refundInFull(http, '1', 'key')).toBe('refunded');
  expect(post.mock.calls).toEqual([['/v1/payments/1/refunds', {}, 'key']]);
  get.mockResolvedValueOnce(approved).mockResolvedValueOnce(approved);
  expect(await refundInFull(http, '1', 'key')).toBe('pending');
});

test('a payment that is refunded already is not refunded again', async () => {
  get.mockResolvedValue(refunded);
  expect(await refundInFull(http, '1', 'key')).toBe('refunded');
  expect(post).not.toHaveBeenCalled();
});

test('a payment that can no longer be refunded is a failure that staff see', async () => {
  post.mockResolvedValue({});
  get.mockResolvedValueOnce(approved).mockResolvedValueOnce({ ...approved, status: 'charged_back' });
  await expect(refundInFull(http, '1', 'key')).rejects.toMatchObject({ failure: 'refused' });
});

test('the payments of a link are those of the search and the one an event told of, each read by its own id', async () => {
  get.mockImplementation(async (path) => {
    if (path === '/v1/payments/search') return { results: [{ id: 1, status: 'pending' }, { id: 2 }] };
    const id = Number(path.split('/').at(-1));
    return { ...approved, id, external_reference: id === 4 ? 'chl_other' : 'chl_1' };
  });
  const ids = async (seen?: string) => (await findPayments(http, 'chl_1', seen)).map(({ id }) => id);
  expect(await ids()).toEqual([1, 2]);
  expect(await ids('3')).toEqual([1, 2, 3]);
  expect(await ids('2')).toEqual([1, 2]);
  expect(await ids('4')).toEqual([1, 2]);
  expect((await findPayments(http, 'chl_1')).map(({ status }) => status)).toEqual(['approved', 'approved']);
});

test('a payment that the account does not know names no link; any other failure is one', async () => {
  get.mockRejectedValueOnce(refused('404 not_found 2000'));
  expect(await linkOfPayment(http, '123456')).toBeNull();
  get.mockRejectedValueOnce(refused('400 bad_request 1'));
  expect(await linkOfPayment(http, 'not-a-number')).toBeNull();
  get.mockRejectedValueOnce(refused('401 unauthorized'));
  await expect(linkOfPayment(http, '1')).rejects.toThrow('401');
  get.mockRejectedValueOnce(new GatewayError('unreachable', 'no_answer', undefined));
  await expect(linkOfPayment(http, '1')).rejects.toThrow('no_answer');
  get.mockResolvedValueOnce(approved);
  expect(await linkOfPayment(http, '1')).toBeNull();
});
