import type { Messages } from './shape.ts';

/** The Spanish texts of a creator's balance, bank accounts and withdrawals. */
export const payoutEs: Messages['payout'] = {
  title: 'Retiros',
  titleOf: 'Saldo y retiros: {title}',
  intro: 'Lo que recaudaron tus causas, dónde está y cómo llega a tu banco.',
  balance: {
    title: 'Saldo',
    titleIn: 'Saldo en {currency}',
    collected: 'Recaudado',
    commission: 'Nuestra comisión',
    gatewayCost: 'Costos de las pasarelas de pago',
    refunded: 'Devuelto a donantes',
    disputed: 'En disputas, o perdido en ellas',
    reserved: 'Solicitado, aún no enviado',
    paidOut: 'Enviado a tu banco',
    onItsWay: 'En camino',
    keptForOthers: 'Retenido por tus otras causas',
    available: 'Disponible',
    negative: 'Se devolvió a donantes más de lo que quedaba. Las nuevas donaciones lo cubren primero.',
    none: 'Todavía no se ha recaudado nada.',
  },
  /** Money that a payment service has not released yet; the days are those of UTC. */
  arrivals: {
    one: 'En camino: {amount}, llega el {date}',
    next: 'En camino: {total}; de eso, {amount} llega el {date}',
    undated: 'En camino: {total}; todavía no se sabe qué día llega',
    title: 'Lo que está en camino llega así:',
    on: '{amount} el {date}',
    later: '{amount} después, todo a más tardar el {date}',
    unknown: '{amount} en una fecha que todavía no se conoce',
  },
  ask: {
    title: 'Solicitar un retiro',
    amount: 'Monto en {currency}',
    amountHint: 'Unidades enteras, como máximo {amount}.',
    account: 'Enviar a',
    reason: 'Para qué es',
    reasonHint: 'Para nuestro equipo y tus propios registros.',
    submit: 'Solicitar este retiro',
    nothing: 'Todavía no hay nada que retirar.',
    usedUp: 'Ya solicitaste todo lo que permite un día. Mañana (UTC) puedes volver a solicitar.',
    onHold: 'En su estado actual esta causa conserva su dinero. Podrás retirar cuando eso cambie.',
    noAccount:
      'Primero agrega una cuenta bancaria en {currency}; nuestro equipo la verifica antes de enviar dinero.',
    waiting: 'Tu cuenta bancaria espera que nuestro equipo la verifique. Después podrás solicitar un retiro.',
    addAccount: 'Agregar una cuenta bancaria',
  },
  rules: {
    title: 'Cómo funcionan los retiros',
    available:
      'Ahora puedes retirar hasta {amount}: lo recaudado que ya llegó, menos comisiones, costos y devoluciones. Ninguna causa paga más de lo que tienen juntas todas tus causas en esta moneda.',
    release:
      'Una donación llega unos días después de hecha, cuando la pasarela de pago la libera. Hasta entonces está en camino.',
    daily:
      'En un día (UTC) puedes solicitar {limit} entre todas tus causas en esta moneda; hoy te quedan {left}.',
    threshold:
      'Lo que solicitas en un día (UTC) queda aprobado enseguida hasta {amount} en total; hoy te quedan {left}. Lo demás espera a una persona de nuestro equipo.',
    people:
      'Quien solicita nunca aprueba y nada se mueve solo: nuestro equipo envía cada retiro aprobado a tu banco y lo anota aquí. Recibes un correo en cada paso.',
  },
  list: {
    title: 'Tus retiros',
    caption: 'Retiros, del más nuevo al más antiguo',
    empty: 'Todavía no has solicitado un retiro.',
    asked: 'Solicitado',
    amount: 'Monto',
    account: 'A',
    state: 'Estado',
    reason: 'Para',
    cause: 'Causa',
    since: 'desde el {date}',
    note: 'Nuestro equipo: {note}',
    action: 'Acción',
    cancel: 'Cancelar',
    cancelOf: 'el retiro de {amount}',
  },
  states: {
    requested: 'Espera aprobación',
    approved: 'Aprobado, por enviar',
    rejected: 'No aprobado',
    cancelled: 'Cancelado por ti',
    paid: 'Enviado',
    failed: 'No llegó',
  },
  /** Why a withdrawal that was approved waits again. */
  held: {
    cause_on_hold: 'No se envió: en su estado actual la causa conserva su dinero.',
    bank_account_not_verified: 'No se envió: la cuenta bancaria ya no está verificada.',
    over_available: 'No se envió: se devolvió dinero a donantes y queda menos de lo que solicitaste.',
    not_released: 'No se envió: una parte de este dinero todavía está en camino desde la pasarela de pago.',
    over_creator_sum: 'No se envió: se devolvió a donantes dinero de otra de tus causas, y esta lo compensa.',
  },
  causes: { title: 'Por causa', caption: 'Lo que puedes retirar de cada causa', available: 'Disponible' },
  accounts: {
    title: 'Cuentas bancarias',
    caption: 'Tus cuentas bancarias, de la más nueva a la más antigua',
    empty: 'Todavía no has agregado una cuenta bancaria.',
    add: 'Agregar una cuenta bancaria',
    account: 'Cuenta',
    holder: 'Titular',
    currency: 'Moneda',
    state: 'Estado',
    states: {
      unverified: 'Espera verificación',
      verified: 'Verificada',
      rejected: 'No aceptada',
    },
  },
  form: {
    title: 'Agregar una cuenta bancaria',
    intro: 'Nuestro equipo la verifica antes de enviarle dinero. Tiene que ser tuya o de tu organización.',
    country: 'País del banco',
    currency: 'Moneda de la cuenta',
    bankName: 'Banco',
    accountType: 'Tipo de cuenta',
    types: { savings: 'Ahorros', checking: 'Corriente' },
    accountNumber: 'Número de cuenta',
    accountNumberHint:
      'Como lo escribe tu banco: el número, la CLABE o el IBAN. Después se muestra oculto en parte.',
    holderName: 'Titular de la cuenta',
    holderNameHint: 'Como lo tiene el banco.',
    holderDocument: 'Documento de identidad del titular',
    holderDocumentHint: 'Tipo y número, por ejemplo CC 1020304050.',
    submit: 'Agregar esta cuenta',
    cancel: 'Volver sin guardar',
  },
  faults: {
    tooLate: 'Esto ya está decidido. Vuelve a cargar la página para ver cómo está.',
    sentBefore:
      'Este formulario ya se envió con otros valores. Mira la lista de abajo y solicita de nuevo si no está.',
    amount: 'Escribe un monto entero mayor que cero.',
    amountWhole: 'Escribe un monto entero, sin centavos.',
    amountAmbiguous: 'Aquí los puntos y las comas se pueden leer de dos maneras. Escribe el monto sin ellos.',
    otherCurrency: 'Esta cuenta es de otra moneda.',
    overBalance: 'Es más de lo que puedes retirar ahora.',
    notReleased: 'Es más de lo que ha llegado hasta ahora. Alcanzará el {date}.',
    notReleasedUndated:
      'Es más de lo que ha llegado hasta ahora. La pasarela de pago todavía no ha dicho cuándo llega el resto.',
    overCreatorSum:
      'Es más de lo que puedes retirar ahora: se devolvió a donantes dinero de otra de tus causas, y esta lo compensa.',
    overDailyLimit: 'Es más de lo que queda del límite de un día.',
    notVerified: 'Esta cuenta no está verificada.',
    onHold: 'En su estado actual esta causa conserva su dinero.',
  },
  notices: {
    bankAccountAdded:
      'La cuenta quedó agregada. Nuestro equipo la verificará; después podrás retirar a ella.',
    withdrawalRequested:
      'Tenemos tu solicitud. Una persona de nuestro equipo decidirá; mientras tanto el monto queda apartado.',
    payoutApproved: 'Tu retiro está aprobado. Nuestro equipo lo enviará a tu banco.',
    withdrawalCancelled: 'El retiro quedó cancelado. El monto está disponible de nuevo.',
  },
};
