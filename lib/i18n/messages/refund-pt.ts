import type { Messages } from './shape.ts';

/** The Portuguese texts of the mail about money that staff gave back after it had counted. */
export const refundPt: Messages['refund'] = {
  email: {
    subject: 'Devolvemos {back}: {title}',
    whole: 'Devolvemos integralmente sua doação de {amount} para “{title}”.',
    part: 'Da sua doação de {amount} para “{title}”, devolvemos {back}. O restante fica com a causa.',
    where:
      'O dinheiro volta para o lugar de onde veio. O banco pode levar alguns dias para mostrar a devolução.',
    number: 'Número do pagamento: {paymentId}',
  },
};
