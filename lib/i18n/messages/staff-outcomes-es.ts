import type { Messages } from './shape.ts';

type Faults = Pick<
  Messages['dashboard']['faults'],
  keyof typeof import('./staff-outcomes-en.ts').staffFaultsEn
>;
type Notices = Pick<
  Messages['dashboard']['notices'],
  keyof typeof import('./staff-outcomes-en.ts').staffNoticesEn
>;

/** Los textos en español de por qué se rechazan los formularios del equipo, por código. */
export const staffFaultsEs: Faults = {
  clientChanged: 'Otra persona cambió este cliente mientras tanto. Mira cómo está ahora y guarda de nuevo.',
  feePercent: 'Escribe un número de 0 a 20 con punto y máximo cuatro decimales.',
  colour: 'Escribe un color como #RRGGBB, por ejemplo #0B6B53.',
  httpsUrl: 'Escribe una dirección completa que empiece por https://.',
  permissionsNeeded: 'Elige al menos una cosa que la llave pueda hacer.',
  addressRange:
    '{count, plural, one {Una de estas no es una dirección ni un rango CIDR} other {# de estas no son direcciones ni rangos CIDR}}: escribe 203.0.113.7 o 203.0.113.0/24.',
  keyOver: 'Esta llave ya se detuvo o se reemplazó.',
  linkCompleted: 'El donante fue más rápido: el enlace está completado, su pago vale y no se canceló.',
  linkExpired: 'El enlace venció mientras tanto: no hay nada que cancelar.',
  linkCancelled: 'Alguien ya canceló este enlace.',
  gatewayAway: 'En este momento no se puede llegar a la pasarela. No se cambió nada; inténtalo pronto.',
  refundAmount: 'Escribe un monto como 12.50, sin separadores de miles.',
  refundOverLeft: 'Es más de lo que queda del pago.',
  refundUnderWay: 'Otra devolución de este pago sigue en curso.',
  refundNotCounted: 'Solo se puede devolver a mano un pago que cuenta.',
  refundDisputed: 'El banco del donante tiene este dinero en disputa: no se puede devolver además.',
  refundStale: 'Alguien devolvió una parte de este pago mientras tanto. Mira cuánto queda.',
  refundRefused: 'La pasarela rechazó esta devolución. Lo que dijo está más abajo.',
  refundSeenTo: 'Esto ya quedó resuelto: alguien se adelantó o llegó una devolución posterior.',
  refundNotDue:
    'Este dinero no se devuelve por sí solo: cuenta como donación, o un banco lo retiene o ya lo recuperó.',
  ownRequest: 'Quien lo pide nunca decide sobre ello.',
  wrongState: 'Otra persona fue primero: su estado ya no permite esto.',
  causeOnHold: 'El estado de su causa no permite retiros.',
  overAvailable: 'Se devolvió a los donantes más de lo que quedaba: ahora no se puede aprobar.',
  moneyNotReleased: 'Las pasarelas todavía no han liberado esa cantidad: ahora no se puede aprobar.',
  overSumOfCreator:
    'A otras causas de la misma persona les falta más de lo que tienen, y esta lo compensa: ahora no se puede aprobar.',
  accountNotVerified: 'La cuenta bancaria no está verificada.',
  verifiedByYou:
    'Tú verificaste esta cuenta bancaria: otra persona del equipo marca como pagado lo que se le envía.',
  refundWaits: 'Otra devolución de este pago espera a una segunda persona.',
  decidedAlready: 'Alguien ya decidió sobre esto.',
  eventTrouble: 'La pasarela no respondió. El evento espera y se intenta de nuevo solo.',
};

/** Y de lo que se hizo. */
export const staffNoticesEs: Notices = {
  clientCreated: 'El cliente ya está. Ahora crea una llave para él.',
  keyCreated: 'La llave está creada.',
  keyRotated: 'La llave nueva está creada. La anterior se detiene cuando elegiste.',
  keyRevoked: 'La llave se detuvo.',
  causeMoved: 'La causa está en su nuevo estado.',
  linkCancelled: 'El enlace está cancelado.',
  lockLifted: 'Se quitó el bloqueo: el enlace se puede pagar de nuevo.',
  pauseLifted: 'Se quitó la pausa: se aceptan tarjetas de nuevo.',
  refundDone: 'El dinero va de vuelta y el donante está avisado.',
  refundPending:
    'La devolución está en curso: la pasarela no la ha terminado. Se intenta de nuevo sola hasta lograrlo; entonces se avisa al donante.',
  refundRetried: 'La devolución se está intentando de nuevo. Si vuelve a fallar, aparecerá otra vez aquí.',
  refundSeenTo: 'Anotado. La devolución salió de esta lista; tu nota está en la auditoría.',
  keyAwaits: 'La llave está creada. No funciona hasta que la apruebe otra persona del equipo.',
  keyApproved: 'La llave funciona desde ahora.',
  keyRefused: 'La llave se rechazó y nunca funcionará.',
  refundAwaits: 'Todavía no se devolvió nada: otra persona del equipo debe aprobar esta devolución.',
  refundEnded: 'La devolución se rechazó. No se devolvió nada.',
  eventHandled: 'El evento se procesó.',
  accountVerified: 'La cuenta bancaria está verificada.',
  accountRejected: 'La cuenta bancaria se rechazó.',
  accountShown: 'El número de la cuenta y el documento de su titular. Que los miraste queda en el registro.',
  withdrawalApproved: 'El retiro está aprobado. Espera el pago.',
  withdrawalRejected: 'El retiro se rechazó y el dinero está disponible de nuevo.',
  withdrawalPaid: 'El retiro quedó marcado como pagado.',
  withdrawalPutBack:
    'No quedó marcado como pagado: algo que se revisó al pedirlo ya no se cumple. Espera una nueva decisión, su dinero sigue apartado y se avisa a quien lo pidió. El motivo está abajo.',
  withdrawalFailed: 'El retiro quedó marcado como fallido y el dinero está disponible de nuevo.',
  ledgerChecked: 'Se revisó el libro mayor.',
};
