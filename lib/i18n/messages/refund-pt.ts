import type { Messages } from './shape.ts';

/** The Portuguese texts of mails about money that was given back: that it was, and that it came back to us. */
export const refundPt: Messages['refund'] = {
  email: {
    subject: 'Devolvemos {back}',
    whole: 'Devolvemos integralmente sua doação de {amount} para “{title}”.',
    part: 'Da sua doação de {amount} para “{title}”, devolvemos {back}. O restante fica com a causa.',
    where:
      'O dinheiro volta para o lugar de onde veio. O banco pode levar alguns dias para mostrar a devolução.',
    number: 'Número do pagamento: {paymentId}',
  },
  returned: {
    subject: 'Nossa devolução de {back} não chegou até você',
    what: 'Avisamos que havíamos devolvido {back} do seu pagamento de {amount} para “{title}”. Depois disso, seu banco nos mandou esse dinheiro de volta.',
    next: 'Nada se perdeu: o valor está guardado para você e estamos buscando outra forma de devolvê-lo. Por enquanto você não precisa fazer nada; talvez a gente escreva para perguntar para onde enviá-lo.',
  },
};
