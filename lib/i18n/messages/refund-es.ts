import type { Messages } from './shape.ts';

/** The Spanish texts of mails about money that was given back: that it was, and that it came back to us. */
export const refundEs: Messages['refund'] = {
  email: {
    subject: 'Te devolvimos {back}',
    whole: 'Devolvimos por completo tu donación de {amount} a «{title}».',
    part: 'De tu donación de {amount} a «{title}» devolvimos {back}. El resto se queda con la causa.',
    where: 'El dinero vuelve al lugar de donde vino. El banco puede tardar unos días en mostrarlo.',
    number: 'Número de pago: {paymentId}',
  },
  returned: {
    subject: 'Nuestra devolución de {back} no te llegó',
    what: 'Te avisamos que habíamos devuelto {back} de tu pago de {amount} a «{title}». Después, tu banco nos regresó ese dinero.',
    next: 'No se perdió: lo guardamos para ti y buscamos otra forma de devolvértelo. Por ahora no tienes que hacer nada; es posible que te escribamos para preguntarte adónde enviarlo.',
  },
};
