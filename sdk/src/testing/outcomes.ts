import { CARDS } from './cards.ts';
import type { Answer } from './redirects.ts';

/** The languages of the checkout. */
export type Language = 'en' | 'es' | 'pt';
type Text = Readonly<Record<Language, string>>;

/** What becomes of one of a link's payments. A card that was declined leaves its payment `pending`: another card may pay it. */
export type PaymentStatus =
  | 'starting'
  | 'pending'
  | 'approved'
  | 'declined'
  | 'canceled'
  | 'failed'
  | 'refund_due'
  | 'refunded'
  | 'charged_back'
  | 'partially_refunded'
  | 'disputed'
  | 'dispute_lost';

/** How the next card payment ends, whatever card is typed. */
export type ForcedOutcome =
  | 'approve'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'authenticate'
  | 'authenticate_then_decline'
  | 'processing';

/** How a card is made to end in an outcome: a test card, and what the bank, the donor or the gateway does then. */
export type CardSteps = {
  card: string;
  force?: ForcedOutcome;
  /** The answer to the bank's question; `close` closes its window. */
  bank?: 'Complete authentication' | 'Fail authentication' | 'close';
  /** How a payment in processing ends. */
  settle?: 'succeeded' | 'failed';
};

/** By what an outcome comes about: a way to pay, or something that happens to a link in any of them. */
type Way =
  | { by: 'card'; steps: CardSteps }
  | { by: 'bank_transfer' | 'wallet'; steps: { answer: Answer } }
  | { by: 'event'; country?: 'US' | 'CO' | 'MX' };

export type Outcome = Way & {
  /** What happens, as a sentence. */
  title: string;
  /** The link's status then. */
  link: 'open' | 'completed' | 'expired' | 'cancelled';
  /** A text of the donor's page then. */
  page: Text;
  /** The link's payments then, oldest first, without those that were canceled before anything was paid. */
  payments: readonly PaymentStatus[];
};

const THANKS: Text = {
  en: 'Thank you for your donation',
  es: 'Gracias por tu donación',
  pt: 'Obrigado pela sua doação',
};
const DECLINED: Text = {
  en: 'Your bank did not approve this payment.',
  es: 'Tu banco no aprobó este pago.',
  pt: 'Seu banco não aprovou este pagamento.',
};
const NOT_AUTHENTICATED: Text = {
  en: 'Your bank could not confirm that it was you.',
  es: 'Tu banco no pudo confirmar que eras tú.',
  pt: 'Seu banco não conseguiu confirmar que era você.',
};
const EXPIRED: Text = {
  en: 'This donation link has expired',
  es: 'Este enlace de donación venció',
  pt: 'Este link de doação expirou',
};

/** Of most cards that were declined: the link stays open, and its payment waits for another card. */
const STILL_OPEN = { by: 'card', link: 'open', payments: ['pending'] } as const;
const PAID = { link: 'completed', page: THANKS, payments: ['approved'] } as const;

/**
 * Every outcome of a donation that can be tested: how it comes about, and what the link, the donor's page and the payments
 * say then.
 */
export const OUTCOMES = {
  paid: { ...PAID, by: 'card', title: 'The card pays.', steps: { card: CARDS.pays } },
  declined: {
    ...STILL_OPEN,
    title: 'The bank declines the card without a reason.',
    steps: { card: CARDS.declined },
    page: DECLINED,
  },
  insufficient_funds: {
    ...STILL_OPEN,
    title: 'The card does not have enough funds.',
    steps: { card: CARDS.insufficientFunds },
    page: {
      en: 'This card does not have enough funds',
      es: 'La tarjeta no tiene fondos suficientes',
      pt: 'O cartão não tem saldo ou limite suficiente',
    },
  },
  lost_card: {
    ...STILL_OPEN,
    title: 'The card was reported lost, which nobody is told.',
    steps: { card: CARDS.lost },
    page: DECLINED,
  },
  stolen_card: {
    ...STILL_OPEN,
    title: 'The card was reported stolen, which nobody is told.',
    steps: { card: CARDS.stolen },
    page: DECLINED,
  },
  expired_card: {
    ...STILL_OPEN,
    title: 'The card has expired.',
    steps: { card: CARDS.expired },
    page: {
      en: 'This card has expired.',
      es: 'Esta tarjeta está vencida.',
      pt: 'Este cartão está vencido.',
    },
  },
  incorrect_cvc: {
    ...STILL_OPEN,
    title: 'The security code is wrong.',
    steps: { card: CARDS.wrongCode },
    page: {
      en: 'The security code is incorrect.',
      es: 'El código de seguridad no es correcto.',
      pt: 'O código de segurança não está correto.',
    },
  },
  processing_error: {
    ...STILL_OPEN,
    title: 'The bank fails while it processes the card.',
    steps: { card: CARDS.processingError },
    page: {
      en: 'The bank had a problem processing this card.',
      es: 'El banco tuvo un problema al procesar la tarjeta.',
      pt: 'O banco teve um problema ao processar o cartão.',
    },
  },
  three_d_secure_passed: {
    ...PAID,
    by: 'card',
    title: 'The bank asks the donor for 3-D Secure, who passes it.',
    steps: { card: CARDS.asksForApproval, bank: 'Complete authentication' },
  },
  three_d_secure_failed: {
    ...STILL_OPEN,
    title: 'The bank asks the donor for 3-D Secure, who fails it.',
    steps: { card: CARDS.asksForApproval, bank: 'Fail authentication' },
    page: NOT_AUTHENTICATED,
  },
  three_d_secure_closed: {
    ...STILL_OPEN,
    title: 'The bank asks the donor for 3-D Secure, who closes its window.',
    steps: { card: CARDS.asksForApproval, bank: 'close' },
    page: NOT_AUTHENTICATED,
  },
  three_d_secure_declined: {
    ...STILL_OPEN,
    title: 'The donor passes 3-D Secure, and the bank declines the card.',
    steps: { card: CARDS.declinedAfterApproval, bank: 'Complete authentication' },
    page: DECLINED,
  },
  three_d_secure_abandoned: {
    by: 'event',
    link: 'open',
    payments: ['pending'],
    title: 'The donor leaves while the bank asks for 3-D Secure, and opens the link again.',
    page: {
      en: 'The payment has not arrived',
      es: 'El pago aún no ha llegado',
      pt: 'O pagamento ainda não chegou',
    },
  },
  processing: {
    ...STILL_OPEN,
    title: 'The card payment stays in processing.',
    steps: { card: CARDS.pays, force: 'processing' },
    page: {
      en: 'Your card payment is being processed',
      es: 'Tu pago con tarjeta se está procesando',
      pt: 'Seu pagamento com cartão está sendo processado',
    },
  },
  processing_then_paid: {
    ...PAID,
    by: 'card',
    title: 'The card payment is in processing, and then paid.',
    steps: { card: CARDS.pays, force: 'processing', settle: 'succeeded' },
  },
  processing_then_failed: {
    ...STILL_OPEN,
    title: 'The card payment is in processing, and then fails.',
    steps: { card: CARDS.pays, force: 'processing', settle: 'failed' },
    page: {
      en: 'The payment did not go through',
      es: 'El pago no se realizó',
      pt: 'O pagamento não foi concluído',
    },
  },
  bank_approved: {
    ...PAID,
    by: 'bank_transfer',
    title: 'The bank approves the transfer.',
    steps: { answer: 'Approve' },
  },
  bank_rejected: {
    by: 'bank_transfer',
    link: 'open',
    payments: ['declined'],
    title: 'The bank rejects the transfer.',
    steps: { answer: 'Decline' },
    page: {
      en: 'Your bank did not approve the transfer',
      es: 'Tu banco no aprobó la transferencia',
      pt: 'Seu banco não aprovou a transferência',
    },
  },
  bank_pending: {
    by: 'bank_transfer',
    link: 'open',
    payments: ['pending'],
    title: 'The donor leaves the bank’s page, and the transfer stays undecided.',
    steps: { answer: 'Leave without paying' },
    page: {
      en: 'Waiting for your bank to confirm',
      es: 'Esperando la confirmación de tu banco',
      pt: 'Aguardando a confirmação do seu banco',
    },
  },
  bank_approved_late: {
    by: 'event',
    country: 'CO',
    link: 'expired',
    payments: ['refunded'],
    title: 'The bank approves the transfer after the link has expired: the money is refunded.',
    page: { en: 'was refunded', es: 'Te devolvimos', pt: 'Devolvemos' },
  },
  wallet_paid: {
    ...PAID,
    by: 'wallet',
    title: 'The wallet pays.',
    steps: { answer: 'Pay' },
  },
  wallet_rejected: {
    by: 'wallet',
    link: 'open',
    payments: ['pending'],
    title: 'The wallet rejects the payment, and the donor comes back.',
    steps: { answer: 'Reject payment' },
    page: {
      en: 'Mercado Pago did not approve the payment',
      es: 'Mercado Pago no aprobó el pago',
      pt: 'O Mercado Pago não aprovou o pagamento',
    },
  },
  wallet_pending: {
    by: 'wallet',
    link: 'open',
    payments: ['pending'],
    title: 'The wallet reviews the payment.',
    steps: { answer: 'Leave pending' },
    page: {
      en: 'Waiting for Mercado Pago to confirm',
      es: 'Esperando la confirmación de Mercado Pago',
      pt: 'Aguardando a confirmação do Mercado Pago',
    },
  },
  wallet_abandoned: {
    by: 'wallet',
    link: 'open',
    payments: ['pending'],
    title: 'The donor cancels in the wallet and comes back.',
    steps: { answer: 'Cancel and return to the merchant' },
    page: {
      en: 'There is no payment at Mercado Pago yet',
      es: 'Todavía no hay ningún pago en Mercado Pago',
      pt: 'Ainda não há nenhum pagamento no Mercado Pago',
    },
  },
  expired_before_paying: {
    by: 'event',
    link: 'expired',
    payments: [],
    title: 'The link expires before the donor opens it.',
    page: EXPIRED,
  },
  expired_while_paying: {
    by: 'event',
    link: 'expired',
    payments: [],
    title: 'The link expires while the donor types the card.',
    page: EXPIRED,
  },
  cancelled: {
    by: 'event',
    link: 'cancelled',
    payments: [],
    title: 'The service’s staff cancels the link.',
    page: {
      en: 'This donation was canceled',
      es: 'Esta donación se canceló',
      pt: 'Esta doação foi cancelada',
    },
  },
  two_tabs: {
    ...PAID,
    by: 'event',
    title: 'The donor pays in two tabs at the same moment: one payment is taken.',
  },
  amount_changed: {
    ...PAID,
    by: 'event',
    title: 'The donor gives another amount than the partner asked for: `amount_paid` differs from `amount`.',
  },
  gateway_down: {
    by: 'event',
    link: 'open',
    payments: ['starting'],
    title: 'The card processor does not answer.',
    page: {
      en: 'We cannot reach the payment company right now.',
      es: 'En este momento no podemos comunicarnos con la empresa de pagos.',
      pt: 'No momento, não conseguimos nos conectar à empresa de pagamentos.',
    },
  },
  script_blocked: {
    by: 'event',
    link: 'open',
    payments: ['pending'],
    title: 'An ad blocker blocks the processor’s script.',
    page: {
      en: 'The card form was blocked',
      es: 'Se bloqueó el formulario de tarjeta',
      pt: 'O formulário do cartão foi bloqueado',
    },
  },
  webhook_lost: {
    ...PAID,
    by: 'event',
    title: 'No webhook arrives: the donor’s return completes the link.',
  },
  webhook_twice: {
    ...PAID,
    by: 'event',
    title: 'Each webhook arrives twice: there is one payment.',
  },
  webhook_late: {
    ...PAID,
    by: 'event',
    title: 'The donor leaves after paying, and the webhook arrives late: the link is completed all the same.',
  },
  return_lost: {
    ...PAID,
    by: 'event',
    title: 'The donor’s connection breaks after paying: the webhook completes the link.',
  },
  refunded: {
    by: 'event',
    link: 'completed',
    page: THANKS,
    payments: ['refunded'],
    title: 'The donation is refunded: the link stays completed.',
  },
  disputed: {
    by: 'event',
    link: 'completed',
    page: THANKS,
    payments: ['disputed'],
    title: 'The donor’s bank disputes the donation: the link stays completed.',
  },
} as const satisfies Record<string, Outcome>;

export type OutcomeName = keyof typeof OUTCOMES;

/** The outcomes that one way of paying can have. */
export type OutcomeBy<By extends Outcome['by']> = {
  [Name in OutcomeName]: (typeof OUTCOMES)[Name]['by'] extends By ? Name : never;
}[OutcomeName];

/** The names of all outcomes. */
export const OUTCOME_NAMES = Object.keys(OUTCOMES) as OutcomeName[];
