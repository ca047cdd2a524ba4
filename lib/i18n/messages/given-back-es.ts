import type { Messages } from './shape.ts';

/** Los textos del dinero que no era lo que se pidió y se devuelve. */
export const givenBackEs: Messages['givenBack'] = {
  mismatchDue:
    'Lo que llegó no es lo que se pidió en esta donación, así que no se retuvo. Va de regreso al lugar de donde vino.',
  mismatchDone:
    'Lo que llegó no era lo que se pidió en esta donación, así que volvió al lugar de donde vino. El banco puede tardar unos días en mostrarlo.',
  mailBody:
    'Recibimos {amount} para «{title}», que no es lo que se pidió en la donación, así que no se pudo aceptar. Devolvimos todo al lugar de donde vino. El banco puede tardar unos días en mostrarlo.',
};
