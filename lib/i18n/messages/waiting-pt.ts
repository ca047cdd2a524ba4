import type { Messages } from './shape.ts';

/** Os textos da espera por um pagamento que outros decidem, e do que pode resultar dele. */
export const waitingPt: Messages['waiting'] = {
  processing: {
    title: 'Seu pagamento com cartão está sendo processado',
    step: 'A empresa de pagamentos processa seu cartão',
    body: 'Isso pode levar alguns minutos, raramente mais. Você não precisa fazer mais nada: não pague outra vez.',
  },
  cardFailed:
    'A empresa de pagamentos não conseguiu concluir o pagamento com cartão. Tente de novo ou use outro cartão.',
  cardRetry: 'Tentar de novo com cartão',
  nothingPaid: {
    title: 'Ainda não há nenhum pagamento no Mercado Pago',
    body: 'Se você parou ou saiu de lá, nenhum valor foi cobrado: continue no Mercado Pago ou pague de outra forma. Se você acabou de pagar, pode levar um momento para aparecer: esta página continua verificando.',
    step: 'Você paga no Mercado Pago',
  },
  beside: {
    bank_transfer: 'Não foi possível cancelar sua transferência bancária',
    wallet: 'Não foi possível cancelar seu pagamento no Mercado Pago',
    body: 'Nada foi cobrado no seu cartão. Deixe o primeiro pagamento sem concluir e pressione o botão outra vez para pagar com cartão. Se os dois chegarem, devolvemos um deles.',
  },
};
