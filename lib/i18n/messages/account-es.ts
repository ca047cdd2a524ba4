import type { Messages } from './shape.ts';

/** The Spanish texts of one’s own account. */
export const accountEs: Messages['account'] = {
  sessions: {
    title: 'Dónde tienes la sesión abierta',
    caption: 'Tus sesiones, primero la de uso más reciente',
    browser: 'Navegador',
    named: '{browser} en {system}',
    unknown: 'Un navegador desconocido',
    begun: 'Entrada',
    seen: 'Último uso',
    thisOne: 'Este navegador',
    endColumn: 'Qué hacer',
    end: 'Cerrar esta',
    endAllTitle: 'Un teléfono o una computadora que se perdió',
  },
  newBrowser: {
    subject: 'Nuevo acceso a tu cuenta',
    what: 'Alguien entró en tu cuenta con {browser} en {system}, el {date}. Es la primera vez que vemos este navegador.',
    whatUnknown: 'Alguien entró en tu cuenta el {date}, con un navegador que vemos por primera vez.',
    you: 'Si fuiste tú, no tienes que hacer nada.',
    notYou:
      'Si no fuiste tú, abre {url} y elige «Salir en todas partes». Después cambia la contraseña de tu correo: quien entró leyó el código que enviamos allí.',
  },
  passkeys: {
    title: 'Llaves de acceso',
    intro:
      'Una llave de acceso (passkey) se queda en tu teléfono, tu computadora o tu llave de seguridad y se abre con tu huella, tu cara o tu PIN. Con ella, nadie entra solo con un código de tu correo.',
    caption: 'Tus llaves de acceso, primero la más antigua',
    empty: 'Todavía no tienes una llave de acceso.',
    added: 'Agregada',
    used: 'Último uso',
    add: 'Agregar una llave de acceso',
    remove: 'Quitar',
  },
  lost: {
    title: 'Alguien perdió su llave de acceso',
    intro:
      'Asegúrate antes de que de verdad es esa persona, por otro medio que no sea el correo. Se quitan sus llaves de acceso, se cierran sus sesiones y se le avisa por correo; la próxima vez que entre podrá agregar una nueva.',
    email: 'Correo de la cuenta',
    reason: 'Por qué, y cómo lo comprobaste',
    submit: 'Quitar sus llaves de acceso',
  },
  passkeysRemoved: {
    subject: 'Se quitaron tus llaves de acceso',
    what: 'Alguien de nuestro equipo quitó las llaves de acceso de tu cuenta y cerró tus sesiones: {reason}',
    next: 'Entra con un código como siempre y agrega una llave de acceso nueva: {url}',
    notYou: 'Si no lo pediste, entra ahora y avisa de inmediato a nuestro equipo.',
  },
  notices: {
    sessionEnded: 'La sesión se cerró.',
    passkeyAdded: 'La llave de acceso está agregada. Desde ahora te la pediremos.',
    passkeyRemoved: 'La llave de acceso se quitó.',
    passkeysRemoved: 'Las llaves de acceso se quitaron, y se avisó por correo a su titular.',
  },
  faults: {
    noAccount: 'Ninguna cuenta tiene esta dirección.',
    noPasskey: 'Esta cuenta no tiene llaves de acceso.',
    lastPasskey: 'Aquí el equipo necesita una llave de acceso: agrega otra antes de quitar esta.',
    passkeyRefused: 'No se aceptó esta llave de acceso. Inténtalo de nuevo.',
  },
};
