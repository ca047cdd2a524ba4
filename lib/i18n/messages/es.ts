import { accountEs } from './account-es.ts';
import { cardFormEs } from './card-form-es.ts';
import { causeEs } from './cause-es.ts';
import { dashboardEs } from './dashboard-es.ts';
import { deviceEs } from './device-es.ts';
import { givenBackEs } from './given-back-es.ts';
import { ownCauseEs } from './own-cause-es.ts';
import { ownPaymentsEs } from './own-payments-es.ts';
import { passkeyEs } from './passkey-es.ts';
import { payoutEs } from './payout-es.ts';
import { personEs } from './person-es.ts';
import { receiptEs } from './receipt-es.ts';
import { redirectEs } from './redirect-es.ts';
import { refundEs } from './refund-es.ts';
import { safetyEs } from './safety-es.ts';
import type { Messages } from './shape.ts';
import { shareEs } from './share-es.ts';
import { signInEs } from './sign-in-es.ts';
import { staffApprovalsEs } from './staff-approvals-es.ts';
import { staffDisputesEs } from './staff-disputes-es.ts';
import { staffMoneyEs } from './staff-money-es.ts';
import { staffPartnersEs } from './staff-partners-es.ts';
import { staffReconciliationEs } from './staff-reconciliation-es.ts';
import { staffRecordsEs } from './staff-records-es.ts';
import { waitingEs } from './waiting-es.ts';
import { withdrawalEs } from './withdrawal-es.ts';

/** Los textos en español, de la misma forma que los ingleses; se tutea al donante. */
export const es: Messages = {
  ui: {
    testBanner: 'Esta es una página de prueba. No se cobrará dinero.',
    language: 'Idioma',
    skipToContent: 'Ir al contenido principal',
    copy: 'Copiar',
    copied: 'Copiado',
    copySelected: 'La dirección está seleccionada: cópiala.',
    tryAgain: 'Intentar de nuevo',
    homeTitle: 'Donar, así de sencillo',
    homeBody:
      'Aquí las personas apoyan las causas que les importan. Si alguien te envió un enlace de donación, ábrelo: te lleva directo a la causa.',
    homePartners: 'Si recaudas fondos para causas, nuestro equipo te da tus claves y la documentación.',
  },
  checkout: {
    title: 'Donar a {cause}',
    donationTo: 'Donación a',
    with: 'con {partner}',
    expires: 'Puedes donar con este enlace hasta el {date}.',
    noScript:
      'Para pagar hace falta JavaScript, que está desactivado o no se cargó. Actívalo y vuelve a abrir esta página, o usa otro navegador o teléfono. No se ha cobrado nada.',
    backToPartner: 'Volver a {partner}',
    back: 'Volver al sitio anterior',
    causePage: 'Visitar la página de la causa',
    secure:
      'Los datos de tu tarjeta van directamente a la empresa que procesa el pago. Nunca vemos ni guardamos su número.',
    amount: {
      legend: '¿Cuánto quieres donar?',
      other: 'Otro monto',
      otherLabel: 'Monto en {currency}',
      otherHint: 'Solo números enteros, por ejemplo {example}.',
      echo: 'Vas a donar {amount}.',
      echoWords: 'Vas a donar {amount} ({words}).',
      muchMore:
        'Es {times, number} veces el monto sugerido de {asked}. Si es lo que quieres, gracias. Si no, revisa los ceros.',
      saving: 'Actualizando el monto…',
      updated: 'El monto ahora es {amount}.',
    },
    details: {
      legend: 'Tus datos',
      name: 'Tu nombre (opcional)',
      email: 'Correo electrónico (opcional)',
      emailRequired: 'Correo electrónico',
      emailHint: 'Aquí te enviamos el comprobante.',
      suggestion: '¿Quisiste decir {email}?',
      useSuggestion: 'Usar {email}',
      anonymous: 'Donar de forma anónima',
      anonymousHint:
        'La página pública de la causa no mostrará tu nombre. Quienes la organizan no ven entonces ni tu nombre ni tu correo.',
    },
    payment: {
      legend: 'Pago',
      method: '¿Cómo quieres pagar?',
      card: 'Tarjeta',
      bank_transfer: 'Transferencia bancaria (PSE)',
      wallet: 'Mercado Pago',
      loading: 'Cargando el formulario de tarjeta…',
      slow: 'Está tardando más de lo normal. Puede que la conexión sea lenta; el formulario aparece en cuanto llegue.',
      renewed:
        'El monto cambió y el formulario de tarjeta es nuevo. Escribe otra vez los datos de tu tarjeta.',
      notReady: 'El formulario de tarjeta aún se está cargando. Espera un momento.',
      needsCookies:
        'Tu navegador bloquea las cookies y necesitamos una para recibir tu donación. Permítelas en esta página y vuelve a intentarlo.',
      pay: 'Donar {amount}',
      working: 'Estamos procesando tu pago. No cierres esta página.',
      bankAsks: 'Si tu banco quiere confirmar que eres tú, su ventana se abre sobre esta página.',
      amountMoved: 'El monto ahora es {amount}',
      amountMovedBody:
        'Se cambió en otro lugar, quizás en otra pestaña. No se cobró nada. Revisa el monto, escribe otra vez tu tarjeta y confirma.',
      startedAgain: 'Hubo que iniciar el pago de nuevo',
      startedAgainBody:
        'Solo se cobra una vez: si el primer intento aún llega, es el que cuenta. El monto es {amount}: escribe otra vez tu tarjeta y confirma.',
    },
    confirming: {
      title: 'Confirmando tu donación…',
      approved: 'Tu pago se envió al banco',
      checking: 'Esperamos la confirmación',
      recorded: 'Tu donación queda registrada',
      safe: 'Puedes cerrar esta página: no se pierde nada y no se cobra dos veces.',
      mail: 'Si diste un correo, te enviamos allí el comprobante.',
      slow: 'Está tardando más de lo normal. Seguimos consultando; también puedes volver más tarde a esta dirección.',
      unreachable:
        'Ahora mismo no logramos comunicarnos con la empresa de pagos. Tu donación no se pierde; seguimos intentándolo.',
      notYet: 'El pago no ha llegado',
      notYetBody:
        'Si lo detuviste o tu banco no lo aprobó, no se cobró nada y puedes intentarlo otra vez. Si pagaste, espera un poco: esta página sigue consultando.',
      again: 'Volver al pago',
      status: 'Ver el estado de tu donación',
    },
    completed: {
      title: 'Gracias por tu donación',
      body: 'Tus {amount} para {cause} ya llegaron.',
      bodyNoAmount: 'Tu donación a {cause} ya llegó.',
      paid: 'Donaste',
      cause: 'Causa',
      receipt: 'Número de comprobante',
      keep: 'Guarda este número por si quieres preguntar por tu donación.',
      page: 'Ver e imprimir tu comprobante',
      returning:
        '{seconds, plural, one {Vuelves a {partner} en # segundo.} other {Vuelves a {partner} en # segundos.}}',
      returningBack:
        '{seconds, plural, one {Vuelves al sitio anterior en # segundo.} other {Vuelves al sitio anterior en # segundos.}}',
      stay: 'Quedarme en esta página',
      staying: 'Te quedas aquí. Usa el botón cuando quieras.',
    },
    expired: {
      title: 'Este enlace de donación venció',
      body: 'Estuvo abierto hasta el {date}. No se cobró nada.',
      bodyRefund: 'Estuvo abierto hasta el {date}.',
      next: 'Si aún quieres ayudar, pide un enlace nuevo donde encontraste este.',
    },
    cancelled: {
      title: 'Esta donación se canceló',
      body: 'Este enlace ya no se puede usar. No se cobró nada.',
      bodyRefund: 'Este enlace ya no se puede usar.',
      next: 'Si aún quieres ayudar, pide un enlace nuevo donde encontraste este.',
    },
    notOpenYet: {
      title: 'Esta causa aún no está abierta',
      body: 'Las donaciones empiezan cuando se publique. No se cobró nada. Vuelve más tarde con este mismo enlace.',
    },
    notAccepting: {
      title: 'Esta causa no está recibiendo donaciones',
      body: 'Cerró o pausó su recaudación, así que aquí no se puede pagar. No se cobró nada.',
    },
    noMethod: {
      title: 'Aquí todavía no hay cómo pagar',
      body: 'Esta causa recauda en {currency}, y ningún medio de pago de esta página lo recibe. No se cobró nada.',
    },
    refund: {
      due: 'Te estamos devolviendo {amount}',
      dueBody:
        'Este dinero llegó tarde o dos veces, así que no se retuvo. Va de regreso al lugar de donde vino.',
      done: 'Te devolvimos {amount}',
      doneBody:
        'Este dinero llegó tarde o dos veces, así que volvió al lugar de donde vino. El banco puede tardar unos días en mostrarlo.',
    },
    missing: {
      title: 'Una parte de esta página no llegó a cargarse',
      body: 'Revisa tu conexión y vuelve a cargar la página. Si ya pagaste, tu pago está a salvo y no se cobrará dos veces.',
    },
    trouble: {
      title: 'Ahora mismo no podemos mostrar esta donación',
      body: 'No logramos comunicarnos con algo que necesitamos. No se perdió nada, y abrir esta página no cobra nada. Inténtalo de nuevo en un momento.',
    },
  },
  redirect: redirectEs,
  receipt: receiptEs,
  cardForm: cardFormEs,
  device: deviceEs,
  waiting: waitingEs,
  givenBack: givenBackEs,
  share: shareEs,
  person: personEs,
  withdrawal: withdrawalEs,
  safety: safetyEs,
  refund: refundEs,
  staff: {
    approvals: staffApprovalsEs,
    partners: staffPartnersEs,
    money: staffMoneyEs,
    records: staffRecordsEs,
    ...staffDisputesEs,
    reconciliation: staffReconciliationEs,
  },
  signIn: signInEs,
  account: accountEs,
  passkey: passkeyEs,
  dashboard: dashboardEs,
  ownCause: ownCauseEs,
  cause: causeEs,
  ownPayments: ownPaymentsEs,
  payout: payoutEs,
  declines: {
    title: 'El pago no se realizó',
    noMoney: 'No se cobró nada.',
    generic: 'Tu banco no aprobó este pago. Prueba con otra tarjeta o consulta a tu banco.',
    insufficientFunds:
      'La tarjeta no tiene fondos suficientes para la donación. Prueba con otra o con un monto menor.',
    limitExceeded: 'La tarjeta llegó a su límite. Prueba con otra o con un monto menor.',
    expiredCard: 'Esta tarjeta está vencida. Usa otra o revisa la fecha de vencimiento.',
    wrongNumber: 'El número de la tarjeta no es correcto. Revísalo e inténtalo de nuevo.',
    wrongCode: 'El código de seguridad no es correcto. Son los 3 dígitos del reverso, o los 4 del frente.',
    wrongExpiry: 'La fecha de vencimiento no es correcta. Revísala e inténtalo de nuevo.',
    wrongPostalCode: 'El código postal no coincide con la tarjeta. Revísalo e inténtalo de nuevo.',
    notSupported: 'Esta tarjeta no sirve para esta donación. Prueba con otra.',
    currencyNotSupported: 'Esta tarjeta no admite esta moneda. Prueba con otra.',
    authentication: 'Tu banco no pudo confirmar que eras tú. Inténtalo de nuevo o usa otra tarjeta.',
    processing: 'El banco tuvo un problema al procesar la tarjeta. Inténtalo de nuevo en un momento.',
    duplicate:
      'Hace un momento se pagó el mismo monto con esta tarjeta. Revisa tus movimientos antes de intentarlo de nuevo.',
    tooMany: 'Esta tarjeta se intentó demasiadas veces. Espera un poco o usa otra.',
    incomplete: 'Revisa los datos de la tarjeta: falta algo o algo no es correcto.',
  },
  errors: {
    summary: 'Revisa lo siguiente',
    amountEmpty: 'Escribe un monto o elige uno de los de arriba.',
    amountNotNumber: 'Escribe el monto en números, por ejemplo {example}.',
    amountNotWhole: 'Escribe un monto entero, sin centavos, por ejemplo {example}.',
    amountAmbiguous: 'Escribe el monto sin puntos ni comas, por ejemplo {example}.',
    amountTooSmall: 'El monto más bajo que se puede pagar aquí es {min}.',
    amountTooLarge: 'El monto más alto que se puede pagar aquí es {max}.',
    amountRefused: 'Este monto no se puede pagar así. Elige otro.',
    emailInvalid: 'Escribe un correo como nombre@example.org, o déjalo vacío.',
    emailRequired: 'Escribe tu correo electrónico, por ejemplo nombre@example.org.',
    nameTooLong: 'Escribe un nombre de 120 caracteres como máximo.',
    looksLikeCard: 'Esto parece un número de tarjeta. Escríbelo solo en el formulario de tarjeta.',
    refused: 'Esto no se aceptó. Revísalo e inténtalo de nuevo.',
    offline: 'Parece que no tienes conexión. No se cobró nada. Revisa tu conexión e inténtalo de nuevo.',
    notSaved:
      'No pudimos guardar tus cambios porque falló la comunicación. No se cobró nada. Inténtalo de nuevo.',
    gatewayDown:
      'Ahora mismo no logramos comunicarnos con la empresa de pagos. No se cobró nada. Inténtalo de nuevo en un momento.',
    tooMany:
      '{seconds, plural, =0 {Hubo demasiados intentos. No se cobró nada. Inténtalo más tarde.} one {Hubo demasiados intentos. No se cobró nada. Inténtalo en # segundo.} other {Hubo demasiados intentos. No se cobró nada. Inténtalo en # segundos.}}',
    tooManyMinutes:
      '{minutes, plural, one {Hubo demasiados intentos. No se cobró nada. Inténtalo en # minuto.} other {Hubo demasiados intentos. No se cobró nada. Inténtalo en # minutos.}}',
    unexpectedTitle: 'Algo falló de nuestro lado',
    unexpectedBody: 'No pudimos mostrar esta página. Inténtalo de nuevo en un momento.',
    notFoundTitle: 'Esta página no existe',
    notFoundBody:
      'Revisa que la dirección esté completa. Si seguiste un enlace, pide uno nuevo a quien te lo dio.',
  },
  email: {
    greeting: 'Hola, {name}:',
    greetingNoName: 'Hola:',
    signature: 'Gracias por estar aquí.',
    ownerProvisionedSubject: 'Tu cuenta para recaudar fondos está lista',
    ownerProvisionedBody:
      'Se abrió una cuenta a tu nombre con esta dirección, para que puedas seguir las causas creadas para ti. No necesitas contraseña: te enviamos un enlace cuando quieras entrar.',
    ownerProvisionedIgnore: 'Si no esperabas este mensaje, puedes ignorarlo.',
    causeCreatedSubject: 'Se creó una causa a tu nombre',
    causeCreatedBody:
      'La causa «{title}» se creó a tu nombre. Es un borrador: nadie más la ve hasta que se publique.',
    causeCreatedLink: 'Cuando se publique, todos la encontrarán aquí: {causeUrl}',
    causesCreatedSubject: 'Se crearon más causas a tu nombre',
    causesCreatedBody:
      '{count, plural, one {Desde nuestros últimos mensajes se creó una causa más a tu nombre. Es un borrador: nadie más la ve hasta que se publique.} other {Desde nuestros últimos mensajes se crearon # causas más a tu nombre. Son borradores: nadie más las ve hasta que se publiquen.}}',
    causesCreatedLink: 'Aquí encuentras todas tus causas: {url}',
    donationCompletedSubject: 'Tu donación de {amount}',
    donationCompletedBody: 'Gracias. Tu donación de {amount} a «{title}» llegó el {date}.',
    donationCompletedReceipt: 'Número de comprobante: {paymentId}',
    donationCompletedKeep: 'Guarda este mensaje: es tu comprobante.',
    donationCompletedPage: 'Tu comprobante, para imprimir o descargar: {receiptUrl}',
    donationCompletedPrivate:
      'Se queda ahí para siempre. Guarda la dirección solo para ti: quien la tenga puede leer tu comprobante.',
    donationRefundedSubject: 'Te devolvimos {amount}',
    donationRefundedBody:
      'Tu pago de {amount} a «{title}» no se pudo aceptar porque llegó tarde o dos veces. Lo devolvimos completo al lugar de donde vino. El banco puede tardar unos días en mostrarlo.',
    donationRefundedReceipt: 'Número de pago: {paymentId}',
  },
};
