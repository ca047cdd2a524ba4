import type { Messages } from './shape.ts';

/** The Spanish texts of the mail about money that staff gave back after it had counted. */
export const refundEs: Messages['refund'] = {
  email: {
    subject: 'Te devolvimos {back}: {title}',
    whole: 'Devolvimos por completo tu donación de {amount} a «{title}».',
    part: 'De tu donación de {amount} a «{title}» devolvimos {back}. El resto se queda con la causa.',
    where: 'El dinero vuelve al lugar de donde vino. El banco puede tardar unos días en mostrarlo.',
    number: 'Número de pago: {paymentId}',
  },
};
