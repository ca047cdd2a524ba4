import type { Messages } from './shape.ts';

/** The Spanish texts of signing in. */
export const signInEs: Messages['signIn'] = {
  title: 'Entrar',
  intro: 'Escribe tu correo. Te enviamos un código y un enlace: no hace falta contraseña.',
  email: 'Correo electrónico',
  emailHint: 'La dirección a la que te escribimos sobre tu causa o tu cuenta.',
  send: 'Enviarme un código',
  sentTitle: 'Revisa tu correo',
  sentBody:
    'Si {email} tiene una cuenta aquí, va en camino un mensaje con un código y un enlace. Puede tardar un minuto.',
  code: 'Código',
  codeHint: '{digits} dígitos, válido por {minutes} minutos.',
  enter: 'Entrar',
  orLink: 'O abre el enlace del mensaje, aquí o en otro dispositivo.',
  nothing: '¿No llegó nada? Mira en el correo no deseado y revisa que la dirección sea la correcta.',
  again: 'Enviar otro código',
  other: 'Usar otra dirección',
  linkTitle: '¿Entrar como {name}?',
  linkBody: 'Abriste el enlace que se envió a {email}.',
  linkWarning: 'Si no fuiste tú quien lo pidió, cierra esta página. No pasará nada.',
  signedOut: 'Saliste de tu cuenta.',
  ended:
    'Tu sesión se cerró porque pasó un rato sin actividad o porque llegó a su fin. Entra para seguir donde estabas.',
  endedKept:
    'Tu sesión se había cerrado, así que todavía no se hizo nada. Entra: lo que escribiste está guardado y puedes enviarlo de nuevo.',
  proveTitle: '¿Sigues siendo tú?',
  proveBody:
    'Se trata de dinero o de permisos, y entraste hace un rato. Confirma otra vez que eres tú; lo que escribiste está guardado.',
  proveMail: 'Enviaremos un código y un enlace a {email}.',
  proveBack: 'Volver sin hacerlo',
  faults: {
    email: 'Escribe un correo, por ejemplo nombre@example.org.',
    wrong:
      'Ese no es el código. {left, plural, one {Puedes intentarlo una vez más.} other {Puedes intentarlo # veces más.}}',
    over: 'Este código o enlace ya no se puede usar: cada uno sirve una sola vez, durante {minutes} minutos. Pide otro.',
  },
  mail: {
    subject: '{code} es tu código para entrar',
    code: 'Tu código: {code}',
    where: 'Escríbelo en la página donde lo pediste. O abre este enlace, en cualquier dispositivo: {url}',
    short: 'Los dos valen por {minutes} minutos y una sola vez.',
    ignore: 'Si no fuiste tú quien lo pidió, ignora este mensaje: sin él nadie puede entrar.',
  },
};
