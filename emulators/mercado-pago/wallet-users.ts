import type { Payer, WalletSource } from './payment.ts';

/** A test user with a wallet. The addresses belong to the gateway's own test domain, not to real people. */
export type WalletUser = { id: string; name: string; email: string; balance: number; cards: readonly Card[] };

type Card = WalletSource & { label: string };

const VISA: Card = { methodId: 'visa', typeId: 'credit_card', cardLastFour: '3704', label: 'Visa •••• 3704' };
const MASTER: Card = {
  methodId: 'master',
  typeId: 'credit_card',
  cardLastFour: '0604',
  label: 'Mastercard •••• 0604',
};
const DEBIT: Card = {
  methodId: 'debvisa',
  typeId: 'debit_card',
  cardLastFour: '0001',
  label: 'Visa Débito •••• 0001',
};

const BALANCE: WalletSource = { methodId: 'account_money', typeId: 'account_money', cardLastFour: null };

/** The users on the wallet's sign-in page; the first is the default. Balances in major units. */
export const WALLET_USERS: readonly [WalletUser, ...WalletUser[]] = [
  {
    id: '1480220001',
    name: 'Sofía Prueba',
    email: 'sofia.prueba@testuser.com',
    balance: 1_000_000,
    cards: [VISA],
  },
  {
    id: '1480220002',
    name: 'Diego Prueba',
    email: 'diego.prueba@testuser.com',
    balance: 15,
    cards: [MASTER, DEBIT],
  },
];

/** The user with an id; undefined when there is none. */
export function findWalletUser(id: string | null): WalletUser | undefined {
  return WALLET_USERS.find((user) => user.id === id);
}

/** How the user can pay an amount (major units): the balance, if it is enough, and the cards. */
export function sourceOf(user: WalletUser, methodId: string, amount: number): WalletSource | undefined {
  if (methodId === BALANCE.methodId) return user.balance >= amount ? BALANCE : undefined;
  const card = user.cards.find((each) => each.methodId === methodId);
  if (card === undefined) return undefined;
  return { methodId: card.methodId, typeId: card.typeId, cardLastFour: card.cardLastFour };
}

/** The user as the `payer` of a payment. */
export function payerOf(user: WalletUser): Payer {
  return { id: user.id, email: user.email, entityType: null, identification: null };
}
