import type { Messages } from './shape.ts';

/** Los textos de la espera de un pago que otros deciden, y de lo que puede resultar. */
export const waitingEs: Messages['waiting'] = {
  processing: {
    title: 'Tu pago con tarjeta se está procesando',
    step: 'La empresa de pagos procesa tu tarjeta',
    body: 'Puede tardar unos minutos, rara vez más. No tienes que hacer nada más: no pagues otra vez.',
  },
  cardFailed:
    'La empresa de pagos no pudo completar el pago con tarjeta. Inténtalo de nuevo o usa otra tarjeta.',
  cardRetry: 'Intentar otra vez con tarjeta',
  nothingPaid: {
    title: 'Todavía no hay ningún pago en Mercado Pago',
    body: 'Si lo detuviste o saliste de allí, no se cobró nada: continúa en Mercado Pago o paga de otra manera. Si acabas de pagar, puede tardar un momento en verse: esta página sigue consultando.',
    step: 'Pagas en Mercado Pago',
  },
  beside: {
    bank_transfer: 'No se pudo cancelar tu transferencia bancaria',
    wallet: 'No se pudo cancelar tu pago en Mercado Pago',
    body: 'No se cobró nada en tu tarjeta. Deja el primer pago sin terminar y presiona otra vez el botón para pagar con tarjeta. Si llegaran los dos, te devolvemos uno.',
  },
};
