import type { Messages } from './shape.ts';

/** Los textos de los correos que cuentan a alguien lo que se hizo en su nombre, para que note lo que no hizo. */
export const safetyEs: Messages['safety'] = {
  bankAccount: {
    addedSubject: 'Se agregó una cuenta bancaria',
    addedBody:
      'Se agregó a tu cuenta la cuenta bancaria {account}, para recibir lo que recauden tus causas. No se le envía dinero hasta que nuestro equipo la verifique.',
    verifiedSubject: 'Se verificó una cuenta bancaria',
    verifiedBody: 'Nuestro equipo verificó la cuenta bancaria {account}. Ya puedes solicitar retiros a ella.',
    refusedSubject: 'No se aceptó una cuenta bancaria',
    refusedBody: 'Nuestro equipo no aceptó la cuenta bancaria {account}. No se le enviará dinero.',
    notYou:
      'Si no agregaste esta cuenta bancaria, puede que otra persona esté usando tu cuenta. Entra en {url}, elige «Salir en todas partes» y responde de inmediato a este mensaje: nos encargaremos de que no salga dinero.',
  },
  key: {
    subject: 'Se creó una llave de la API para tu organización',
    body: 'Se creó para tu organización una llave nueva de la API, {id}. La llave misma nunca se envía por correo.',
    permissions: 'Lo que puede hacer: {words}',
    anywhere: 'Se puede usar desde cualquier dirección.',
    addresses: 'Se puede usar desde: {range}',
    waits: 'Todavía no funciona: antes debe aprobarla una segunda persona de nuestro equipo.',
    notYou:
      'Si nadie en tu organización la pidió, responde de inmediato a este mensaje: detendremos la llave.',
  },
};
