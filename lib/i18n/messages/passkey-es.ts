import type { Messages } from './shape.ts';

/** The Spanish texts of passkeys. */
export const passkeyEs: Messages['passkey'] = {
  askTitle: 'Confirma con tu llave de acceso',
  askBody:
    'Tu dispositivo te pide la huella, la cara o el PIN, o tu llave de seguridad. Nosotros nunca los vemos.',
  use: 'Usar mi llave de acceso',
  addTitle: 'Agrega una llave de acceso',
  addBody:
    'Tu dispositivo crea la llave de acceso y la guarda. Te pide la huella, la cara o el PIN, que nosotros nunca vemos.',
  addNeeded:
    'El equipo necesita una llave de acceso además del código del correo: quien lea tu correo no entra solo con eso.',
  add: 'Agregar una llave de acceso',
  waiting: 'Sigue los pasos en tu dispositivo…',
  failed: 'No funcionó o se canceló. Inténtalo de nuevo.',
  refused: 'No se aceptó esta llave de acceso. Inténtalo de nuevo.',
  unsupported:
    'Este navegador no puede usar llaves de acceso. Abre la página en un navegador actual o en tu teléfono.',
  noScript:
    'Este paso necesita JavaScript, porque es el navegador el que habla con tu dispositivo. Actívalo y vuelve a cargar la página.',
  lost: '¿Perdiste tu llave de acceso? Alguien de nuestro equipo puede quitarla; después agregas una nueva.',
  other: 'Entrar con otra cuenta',
};
