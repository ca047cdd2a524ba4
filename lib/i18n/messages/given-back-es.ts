import type { Messages } from './shape.ts';

/** Los textos del dinero que no cuenta: no era lo que se pidió, nos fue devuelto o lo recuperó un banco. */
export const givenBackEs: Messages['givenBack'] = {
  mismatchDue:
    'Lo que llegó no es lo que se pidió en esta donación, así que no se retuvo. Va de regreso al lugar de donde vino.',
  mismatchDone:
    'Lo que llegó no era lo que se pidió en esta donación, así que volvió al lugar de donde vino. El banco puede tardar unos días en mostrarlo.',
  returned: 'Nuestra devolución de {amount} no te llegó',
  returnedBody:
    'Te habíamos enviado este dinero de vuelta, pero tu banco nos lo regresó. No se perdió: lo guardamos para ti y buscamos otra forma de devolvértelo. Por ahora no tienes que hacer nada.',
  chargedBack: 'Tu banco te devolvió {amount}',
  chargedBackBody:
    'Tu banco recuperó este pago en tu nombre. No se contó como donación y no se te cobrará nada más.',
  mailBody:
    'Recibimos {amount} para «{title}», que no es lo que se pidió en la donación, así que no se pudo aceptar. Devolvimos todo al lugar de donde vino. El banco puede tardar unos días en mostrarlo.',
};
