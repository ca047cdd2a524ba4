import type { Messages } from './shape.ts';

/** Los textos para cuando no se puede mostrar el formulario de tarjeta de la empresa de pagos. */
export const cardFormEs: Messages['cardForm'] = {
  blocked: {
    title: 'El formulario de tarjeta fue bloqueado',
    body: 'La empresa de pagos funciona, pero algo en este dispositivo o en su red impide que llegue su formulario: casi siempre un bloqueador de anuncios o de contenido. Permite {host} en esta página e inténtalo de nuevo. No se cobró nada.',
  },
  broken: {
    title: 'El formulario de tarjeta no funciona en este momento',
    body: 'La empresa de pagos ({host}) responde, pero su formulario no llegó completo o no se pudo mostrar. Suele durar poco. No se cobró nada.',
  },
  offline: {
    title: 'Parece que no tienes conexión',
    body: 'El formulario de tarjeta viene de {host} y no se pudo cargar. Revisa tu conexión e inténtalo de nuevo. No se cobró nada.',
  },
  locked: {
    title: 'Aquí los pagos con tarjeta están en pausa',
    body: 'Hace poco se rechazaron demasiadas tarjetas, no necesariamente la tuya. Para proteger las tarjetas del mal uso, hay que esperar: a las {time} podrás pagar otra vez con tarjeta. No se cobró nada, y tu monto y tus datos se conservan.',
  },
  refused: { title: 'En este momento no podemos mostrar el formulario de tarjeta' },
  slowWays: 'Seguimos esperándolo. También puedes intentarlo de nuevo o continuar de otra manera.',
};
