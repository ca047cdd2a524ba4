import type { checkoutEn } from '../en/checkout.ts';
import type { Texts } from '../shape.ts';

/** The Spanish texts of the checkout: its form, its methods, and what became of a payment. The donor is “tú”. */
export const checkoutEs: Texts<typeof checkoutEn> = {
  checkout: {
    title: 'Donar a {cause}',
    /** In the browser's tab. */
    titles: {
      error: 'Error: {title}',
      declined: 'Pago rechazado',
    },
    donationTo: 'Donación a',
    with: 'con {partner}',
    expires: 'Puedes donar con este enlace hasta el {date}.',
    noScript:
      'Para pagar necesitas JavaScript, que está desactivado o no se cargó. Actívalo y vuelve a cargar esta página, o usa otro navegador u otro teléfono. No se cobró nada.',
    backToPartner: 'Volver a {partner}',
    back: 'Volver al sitio anterior',
    causePage: 'Visitar la página de la causa',
    giveOnCausePage: 'Donar a esta causa',
    secure:
      'Los datos de tu tarjeta van directamente a la empresa de pagos. Nunca vemos ni guardamos el número de tu tarjeta.',
    amount: {
      legend: '¿Cuánto quieres donar?',
      other: 'Otro monto',
      otherLabel: 'Monto en {currency}',
      otherHint: 'Solo números enteros, por ejemplo {example}.',
      echo: 'Vas a donar {amount}.',
      echoWords: 'Vas a donar {amount} ({words}).',
      muchMore:
        'Es {times, number} veces el monto sugerido de {asked}. Si es lo que quieres, ¡gracias! Si no, revisa los ceros.',
      updated: 'El monto ahora es {amount}.',
    },
    details: {
      legend: 'Tus datos',
      name: 'Tu nombre (opcional)',
      email: 'Correo electrónico (opcional)',
      emailRequired: 'Correo electrónico',
      emailHint: 'Te enviaremos el comprobante a este correo.',
      suggestion: '¿Quisiste decir {email}?',
      useSuggestion: 'Usar {email}',
      anonymous: 'Donar de forma anónima',
      anonymousHint:
        'Tu nombre no aparecerá en la página pública de la causa, y quienes la organizan no verán tu nombre ni tu correo.',
      message: 'Agrega un mensaje',
      messageLabel: 'Tu mensaje (opcional)',
      messageHint: 'Aparecerá en la página de la causa, con tu nombre si lo escribes. Hasta 280\u00a0caracteres.',
    },
    /** Apple Pay and Google Pay, above the form. */
    express: {
      title: 'Pagar con tu billetera',
      details:
        'Si dejas en blanco tu nombre y tu correo más abajo, usaremos los de tu billetera y enviaremos el comprobante a ese correo.',
      or: 'O completa el formulario',
    },
    payment: {
      legend: 'Pago',
      method: '¿Cómo quieres pagar?',
      card: 'Tarjeta',
      bank_transfer: 'Transferencia bancaria (PSE)',
      wallet: 'Mercado Pago',
      from: 'desde {min}',
      upTo: 'hasta {max}',
      amountFirst: 'Primero elige un monto que se pueda pagar aquí.',
      loading: 'Cargando el formulario de tarjeta…',
      slow: 'Está tardando más de lo normal: la empresa de pagos o la conexión está lenta. El formulario aparecerá en cuanto se cargue.',
      /** Why the pay button is off. */
      off: {
        paused: 'Los pagos con tarjeta están en pausa; por eso este botón no funciona por ahora.',
        unavailable: 'En este momento no se puede pagar de esta forma; por eso este botón no funciona.',
        slow: 'Este botón funcionará cuando se cargue el formulario.',
        over: 'Ya puedes pagar de esta forma.',
      },
      notReady: 'El formulario de tarjeta aún se está cargando. Espera un momento.',
      needsCookies:
        'Tu navegador bloquea las cookies, y necesitamos una para recibir tu donación. Permítelas en esta página e inténtalo de nuevo.',
      pay: 'Donar {amount}',
      payNoAmount: 'Donar',
      working: 'Estamos procesando tu pago. No cierres esta página.',
      bankAsks: 'Si tu banco necesita confirmar que eres tú, su ventana se abrirá sobre esta página.',
      startedAgain: 'Este pago se detuvo',
      startedAgainBody:
        'No se cobró nada. Mientras tanto, la donación se modificó en otro lugar, quizá en otra pestaña. Para donar {amount}, presiona el botón de nuevo.',
    },
    /** A method's form that has several steps. */
    steps: {
      of: 'Paso {step} de {steps}',
      payer: 'Sobre ti',
      bank: 'Tu banco',
      review: 'Revisa y continúa',
      continue: 'Continuar',
      back: 'Volver',
    },
    confirming: {
      title: 'Confirmando tu donación…',
      approved: 'Tu pago se envió al banco',
      checking: 'Estamos esperando la confirmación',
      recorded: 'Tu donación queda registrada',
      safe: 'Puedes cerrar esta página con tranquilidad: no se perderá nada y no se te cobrará dos veces.',
      mail: 'Si nos diste tu correo, te enviaremos ahí el comprobante.',
      slow: 'Está tardando más de lo normal. Seguimos verificando; también puedes volver más tarde a esta página.',
      /** The payment company cannot be reached: by what is known of the money. */
      unreachable: {
        charged:
          'Tu pago se realizó. En este momento no podemos comunicarnos con la empresa de pagos para registrarlo, pero seguimos intentándolo.',
        unknown:
          'En este momento no podemos comunicarnos con la empresa de pagos, así que aún no sabemos si se te cobró. Seguimos verificando: no vuelvas a pagar hasta que esta página te lo indique.',
      },
      /** Whether this page can be closed: by what is known of the money. */
      close: {
        charged:
          'Puedes cerrar esta página: tu donación quedará registrada de todos modos y se te cobrará una sola vez.',
        unknown:
          'Si se te cobró, tu donación cuenta aunque cierres esta página. Si no, vuelve a esta página para intentarlo de nuevo.',
      },
      notYet: 'El pago aún no ha llegado',
      notYetBody:
        'Si lo detuviste o tu banco no lo aprobó, no se cobró nada y puedes intentarlo de nuevo. Si pagaste, espera un poco: esta página sigue verificando.',
      again: 'Volver al pago',
      status: 'Ver el estado de tu donación',
    },
    paidWith: {
      card: 'Tarjeta',
      cardEnding: '{brand} terminada en {last4}',
      bank_transfer: 'Transferencia bancaria (PSE)',
      bank: 'Transferencia bancaria (PSE), {bank}',
      wallet: 'Mercado Pago',
    },
    completed: {
      title: 'Gracias por tu donación',
      body: 'Tu donación de {amount} a {cause} ya llegó.',
      bodyNoAmount: 'Tu donación a {cause} ya llegó.',
      paid: 'Donaste',
      cause: 'Causa',
      method: 'Pagaste con',
      date: 'Fecha',
      receipt: 'Número de comprobante',
      sent: 'Enviamos tu comprobante a {email}.',
      emailLabel: '¿Adónde te enviamos el comprobante?',
      emailHint: 'Tu correo electrónico. Solo lo usamos para escribirte sobre esta donación.',
      emailSend: 'Enviar mi comprobante',
      statement: 'En tu estado de cuenta aparecerá como “{descriptor}”.',
      again: 'Donar otra vez',
      page: 'Ver e imprimir tu comprobante',
      returning:
        '{seconds, plural, =0 {Te llevamos de vuelta a {partner}…} one {Volverás a {partner} en #\u00a0segundo.} other {Volverás a {partner} en #\u00a0segundos.}}',
      returningBack:
        '{seconds, plural, =0 {Te llevamos de vuelta al sitio anterior…} one {Volverás al sitio anterior en #\u00a0segundo.} other {Volverás al sitio anterior en #\u00a0segundos.}}',
      stay: 'Quedarme en esta página',
      staying: 'Te quedas en esta página. Usa el botón cuando quieras.',
    },
    completedElsewhere: {
      title: 'Esta donación ya se completó',
      body: 'Este enlace era para una sola donación, y esa donación ya se hizo. Tú también puedes donar: un enlace nuevo está a un toque.',
      bodyNoCause:
        'Este enlace era para una sola donación, y esa donación ya se hizo. Si también quieres donar, pide un enlace nuevo donde encontraste este.',
      own: '¿Fuiste tú? ¡Gracias! Tu comprobante está en tu correo, si nos lo diste, y en el navegador con el que pagaste.',
    },
    expired: {
      title: 'Este enlace de donación venció',
      body: 'Se podía usar hasta el {date}. No se cobró nada.',
      bodyRefund: 'Se podía usar hasta el {date}.',
      bodyStarted:
        'Se podía usar hasta el {date}. Es posible que aún llegue un pago ya iniciado. Si llega, no contará como donación y te lo devolveremos.',
      next: 'Si aún quieres ayudar, pide un enlace nuevo donde encontraste este.',
    },
    cancelled: {
      title: 'Esta donación se canceló',
      body: 'Este enlace ya no se puede usar. No se cobró nada.',
      bodyRefund: 'Este enlace ya no se puede usar.',
      bodyStarted:
        'Este enlace ya no se puede usar. Es posible que aún llegue un pago ya iniciado. Si llega, no contará como donación y te lo devolveremos.',
      next: 'Si aún quieres ayudar, pide un enlace nuevo donde encontraste este.',
    },
    notOpenYet: {
      title: 'Esta causa aún no está abierta',
      body: 'Podrás donar cuando se publique. No se cobró nada. Vuelve más tarde con este mismo enlace.',
      until: 'Puedes usar este enlace hasta el {date}.',
    },
    notAccepting: {
      title: 'Esta causa no está recibiendo donaciones',
      body: 'Está cerrada o en pausa, así que aquí no se puede donar. No se cobró nada.',
      bodyRefund: 'Está cerrada o en pausa, así que aquí no se puede donar.',
      bodyStarted:
        'Está cerrada o en pausa, así que aquí no se puede donar. Es posible que aún llegue un pago ya iniciado. Si llega, contará como donación.',
    },
    noMethod: {
      title: 'En este momento no se puede pagar aquí',
      body: 'En este momento, ningún medio de pago de esta página acepta {currency}. No se cobró nada.',
      bodyRefund: 'En este momento, ningún medio de pago de esta página acepta {currency}.',
      bodyStarted:
        'En este momento, ningún medio de pago de esta página acepta {currency}. Es posible que aún llegue un pago ya iniciado. Si llega, contará como donación.',
    },
    refund: {
      due: 'Te estamos devolviendo {amount}',
      dueBody:
        'Este pago llegó fuera de plazo o por duplicado, así que no se contó como donación. El dinero va de vuelta a la tarjeta o cuenta con la que pagaste.',
      done: 'Te devolvimos {amount}',
      doneBody:
        'Este pago llegó fuera de plazo o por duplicado, así que no se contó como donación. Devolvimos el dinero a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
      mismatchDue:
        'El pago que recibimos no coincide con esta donación, así que no se contó. El dinero va de vuelta a la tarjeta o cuenta con la que pagaste.',
      mismatchDone:
        'El pago que recibimos no coincidía con esta donación, así que no se contó. Devolvimos el dinero a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
      returned: 'Nuestra devolución de {amount} no te llegó',
      returnedBody:
        'Te enviamos este dinero, pero tu banco nos lo devolvió. No se perdió: lo guardamos para ti y buscamos otra forma de devolvértelo. Si nos diste tu correo, te escribiremos si necesitamos algo.',
      later: 'Te devolveremos {amount}',
      laterBody:
        'Este pago no se contó como donación. Devolveremos este dinero a la tarjeta o cuenta con la que pagaste en cuanto tu banco resuelva la disputa.',
      disputed: 'Tu banco tiene retenidos {amount}',
      disputedBody:
        'Disputaste este pago ante tu banco, así que retiene el dinero hasta que lo resuelva. El pago no se contó como donación. Si tu banco no te devuelve el dinero, lo haremos nosotros.',
      held: 'Tu banco tiene retenidos {amount} de este pago hasta que resuelva la disputa.',
      returnedByBank: 'Tu banco ya te devolvió {amount} de este pago.',
      chargedBack: 'Tu banco te devolvió {amount}',
      chargedBackBody:
        'Tu banco revirtió este pago a tu favor. No se contó como donación, y no se te cobrará nada más.',
      doneByHandBody:
        'Este pago no se contó como donación. No pudimos devolverlo a la tarjeta o cuenta con la que pagaste, así que enviamos el dinero por transferencia bancaria. Puede tardar unos días en aparecer.',
      partByHand: 'De ese monto, te enviamos {amount} por transferencia bancaria.',
      unclaimed: 'Guardamos {amount} para ti',
      unclaimedBody:
        'Este pago no se contó como donación y no pudimos devolverte el dinero. Sigue siendo tuyo: contáctanos y dinos adónde enviarlo.',
      unclaimedContact: 'Escríbenos a {email}, no a la organización: tus datos bancarios son solo para nosotros.',
    },
    missing: {
      title: 'Una parte de esta página no se cargó',
      body: 'Revisa tu conexión e inténtalo de nuevo. Si ya pagaste, tu pago está a salvo y no se te cobrará dos veces.',
    },
    unavailable: {
      title: 'En este momento no podemos mostrar esta donación',
      body: 'Un servicio que necesitamos no responde. No se perdió nada, y abrir esta página no generó ningún cobro. Inténtalo de nuevo en un momento.',
    },
  },
  errors: {
    summary: 'Revisa lo siguiente',
    amountEmpty: 'Escribe un monto o elige uno de los sugeridos.',
    amountNotNumber: 'Escribe el monto en números, por ejemplo {example}.',
    amountOtherCurrency:
      'Las donaciones aquí son en {currency}. Escribe el monto en esa moneda, por ejemplo {example}.',
    amountMagnitude: '¿Quisiste decir {amount}? Si es así, escribe {example}.',
    amountNotWhole: 'Escribe un monto entero, sin centavos, por ejemplo {example}.',
    amountAmbiguous: 'Escribe el monto sin puntos, comas ni espacios, por ejemplo {example}.',
    amountTooSmall: 'El monto mínimo que puedes donar aquí es {min}.',
    amountTooLarge: 'El monto máximo que puedes donar aquí es {max}.',
    amountRefused: 'Este monto no se puede pagar de esta forma. Elige otro monto.',
    methodMissing: 'Elige cómo quieres pagar.',
    emailInvalid: 'Escribe un correo como nombre@example.org, o déjalo en blanco.',
    emailRequired: 'Escribe tu correo electrónico, por ejemplo nombre@example.org.',
    nameTooLong: 'Escribe un nombre de hasta 120\u00a0caracteres.',
    messageTooLong: 'Escribe un mensaje de hasta 280\u00a0caracteres.',
    looksLikeCard: 'Esto parece un número de tarjeta. Escríbelo solo en el formulario de tarjeta.',
    refused: 'Revisa este dato e inténtalo de nuevo.',
    offline: 'Parece que no tienes conexión. No se cobró nada. Revisa tu conexión e inténtalo de nuevo.',
    notSaved: 'No pudimos guardar tu donación porque falló la conexión. No se cobró nada. Inténtalo de nuevo.',
    notReached: 'Falló la conexión y tu pago no se inició. No se cobró nada. Inténtalo de nuevo en un momento.',
    formSilent:
      'El formulario de tarjeta no respondió. No se cobró nada. Inténtalo de nuevo; si vuelve a pasar, recarga esta página.',
    gatewayDown:
      'En este momento no podemos comunicarnos con la empresa de pagos. No se cobró nada. Inténtalo de nuevo en un momento.',
    tooMany:
      '{seconds, plural, =0 {Hubo demasiados intentos. No se cobró nada. Inténtalo de nuevo más tarde.} one {Hubo demasiados intentos. No se cobró nada. Inténtalo de nuevo en #\u00a0segundo.} other {Hubo demasiados intentos. No se cobró nada. Inténtalo de nuevo en #\u00a0segundos.}}',
    tooManyMinutes:
      '{minutes, plural, one {Hubo demasiados intentos. No se cobró nada. Inténtalo de nuevo en #\u00a0minuto.} other {Hubo demasiados intentos. No se cobró nada. Inténtalo de nuevo en #\u00a0minutos.}}',
  },
  declines: {
    title: 'El pago no se realizó',
    noMoney: 'No se cobró nada.',
    generic: 'Tu banco no aprobó este pago. Prueba con otra tarjeta o comunícate con tu banco.',
    insufficientFunds:
      'La tarjeta no tiene fondos suficientes para esta donación. Prueba con otra tarjeta o con un monto menor.',
    limitExceeded: 'La tarjeta llegó a su límite. Prueba con otra tarjeta o con un monto menor.',
    expiredCard: 'Esta tarjeta está vencida. Usa otra tarjeta o revisa la fecha de vencimiento.',
    wrongNumber: 'El número de la tarjeta no es correcto. Revísalo e inténtalo de nuevo.',
    wrongCode: 'El código de seguridad no es correcto. Son los 3\u00a0dígitos del reverso, o los 4 del frente.',
    wrongExpiry: 'La fecha de vencimiento no es correcta. Revísala e inténtalo de nuevo.',
    wrongPostalCode: 'El código postal no coincide con la tarjeta. Revísalo e inténtalo de nuevo.',
    notSupported: 'Esta tarjeta no se puede usar para esta donación. Prueba con otra tarjeta.',
    currencyNotSupported: 'Esta tarjeta no admite esta moneda. Prueba con otra tarjeta.',
    authentication: 'Tu banco no pudo confirmar que eras tú. Inténtalo de nuevo o usa otra tarjeta.',
    processing: 'El banco tuvo un problema al procesar la tarjeta. Inténtalo de nuevo en un momento.',
    duplicate:
      'Hace un momento se pagó el mismo monto con esta tarjeta. Revisa tus movimientos antes de intentarlo de nuevo.',
    tooMany: 'Hubo demasiados intentos con esta tarjeta. Espera un poco o usa otra tarjeta.',
    incomplete: 'Revisa los datos de la tarjeta: falta algo o hay un dato incorrecto.',
  },
  cardForm: {
    blocked: {
      title: 'Se bloqueó el formulario de tarjeta',
      body: 'La empresa de pagos funciona, pero algo en este dispositivo o en su red bloquea el formulario, casi siempre un bloqueador de anuncios o de contenido. Permite {host} en esta página e inténtalo de nuevo. No se cobró nada.',
    },
    broken: {
      title: 'El formulario de tarjeta no funciona en este momento',
      body: 'La empresa de pagos ({host}) responde, pero su formulario no se cargó por completo o no se pudo mostrar. Suele resolverse pronto. No se cobró nada.',
    },
    offline: {
      title: 'Parece que no tienes conexión',
      body: 'El formulario de tarjeta viene de {host} y no se pudo cargar. Revisa tu conexión e inténtalo de nuevo. No se cobró nada.',
    },
    locked: {
      title: 'Los pagos con tarjeta están en pausa aquí',
      body: 'Hace poco se rechazaron demasiadas tarjetas, no necesariamente la tuya. Para proteger las tarjetas del mal uso, los pagos con tarjeta están en pausa (hora de reapertura: {time}). No se cobró nada, y conservamos tu monto y tus datos.',
      opens:
        '{minutes, plural, one {El formulario se abrirá de nuevo automáticamente en #\u00a0minuto.} other {El formulario se abrirá de nuevo automáticamente en #\u00a0minutos.}}',
      newLink: '¿No quieres esperar? Puedes donar ahora mismo con un enlace nuevo:',
    },
    refused: {
      title: 'En este momento no podemos mostrar el formulario de tarjeta',
    },
    retrying: 'Seguimos intentándolo: el formulario aparecerá en cuanto funcione.',
    slowWays: 'Seguimos esperando. También puedes intentarlo de nuevo o continuar de otra manera.',
  },
  honeypot: {
    field: 'Sitio web (déjalo en blanco)',
    title: 'No pudimos confirmar que eres una persona',
    body: 'Se completó un campo oculto, quizá por un administrador de contraseñas. Ya lo vaciamos. No se cobró nada. Presiona el botón de nuevo.',
  },
  redirect: {
    action: {
      bank_transfer: 'Continuar a tu banco',
      wallet: 'Continuar a Mercado Pago',
    },
    leaving: {
      bank_transfer: 'Te llevamos a tu banco…',
      wallet: 'Te llevamos a Mercado Pago…',
    },
    bounds: {
      card: 'Con tarjeta puedes donar de {min} a {max}.',
      bank_transfer: 'Por transferencia bancaria puedes donar de {min} a {max}.',
      wallet: 'Con Mercado Pago puedes donar de {min} a {max}.',
    },
    outOfBounds: 'Este monto no se puede pagar de esta forma',
    changeAmount: 'Elige otro monto arriba.',
    instead: {
      card: 'Pagar con tarjeta',
      bank_transfer: 'Pagar por transferencia bancaria',
      wallet: 'Pagar con Mercado Pago',
    },
    refusedDetails: 'La empresa de pagos no aceptó estos datos. No se cobró nada. Revísalos e inténtalo de nuevo.',
    notOffered:
      'Este medio de pago ya no está disponible porque el enlace vence pronto. No se cobró nada. Elige otro medio de pago.',
    notOfferedAlone:
      'El enlace vence pronto y ya no se puede iniciar este pago. No se cobró nada. Pide un enlace nuevo donde encontraste este.',
    notReady: 'Este medio de pago aún se está cargando. Espera un momento.',
    waiting: {
      bank_transfer: {
        title: 'Esperando la confirmación de tu banco',
        paid: 'Si aprobaste la transferencia, no tienes que hacer nada más. Los bancos pueden tardar unos minutos.',
        stopped: 'Si saliste antes de aprobarla, no se cobró nada. Continúa en tu banco o paga de otra manera.',
        continue: 'Continuar en tu banco',
        step: 'Tu banco aprueba la transferencia',
      },
      wallet: {
        title: 'Esperando la confirmación de Mercado Pago',
        paid: 'Si pagaste, no tienes que hacer nada más. Mercado Pago puede tardar un rato en revisar un pago.',
        stopped:
          'Si saliste antes o el pago se rechazó, no se cobró nada. Continúa en Mercado Pago o empieza de nuevo.',
        continue: 'Continuar en Mercado Pago',
        step: 'Mercado Pago aprueba el pago',
      },
      recorded: 'Tu donación queda registrada',
      receipt: 'Te enviamos el comprobante',
      other: 'Pagar de otra manera',
      twice:
        'Si pagas de otra manera, primero cancelaremos este pago. Si aun así se realizan los dos, te devolveremos uno.',
      unreachable:
        'En este momento no podemos comunicarnos con la empresa de pagos, así que aún no sabemos si pagaste. Seguimos verificando. Si ya pagaste, no vuelvas a pagar.',
      notOpened: 'En este momento no pudimos abrir este pago. Inténtalo de nuevo en un momento.',
      cannotContinue: 'Este pago ya no se puede continuar. Si saliste antes de pagar, elige “Pagar de otra manera”.',
      again: 'Empezar de nuevo',
      twiceAgain:
        'Si empiezas de nuevo, primero cancelaremos este pago. Si aun así se realizan los dos, te devolveremos uno.',
      cannotContinueAgain: 'Este pago ya no se puede continuar. Si saliste antes de pagar, elige “Empezar de nuevo”.',
    },
    declined: {
      bank_transfer: {
        title: 'Tu banco no aprobó la transferencia',
        body: 'Se rechazó, se detuvo o se agotó el tiempo. Puedes intentarlo de nuevo o pagar de otra manera.',
        retry: 'Intentar de nuevo la transferencia',
      },
      wallet: {
        title: 'Mercado Pago no aprobó el pago',
        body: 'Se rechazó, se detuvo o se agotó el tiempo. Puedes intentarlo de nuevo.',
        retry: 'Intentar de nuevo con Mercado Pago',
      },
    },
    wallet: {
      account: 'Necesitas una cuenta de Mercado Pago. Puedes pagar con tu saldo o con una tarjeta guardada.',
      next: 'En la página siguiente iniciarás sesión y confirmarás el pago. Después volverás aquí.',
    },
    pse: {
      next: 'En la página siguiente aprobarás la transferencia en tu banco. Después volverás aquí.',
      why: 'PSE pide estos datos a quienes pagan desde una cuenta bancaria. Se envían a la empresa de pagos y a tu banco; nosotros solo guardamos tu nombre, tu correo y el nombre de tu banco.',
      holderLegend: 'Titular de la cuenta',
      addressLegend: 'Dirección del titular',
      review: {
        amount: 'Monto',
        bank: 'Banco',
        address: 'Dirección',
        receipt: 'Comprobante',
        change: 'Cambiar',
      },
      noBanks: 'No pudimos cargar la lista de bancos',
      noBanksBody:
        'Hace falta para iniciar una transferencia. No se cobró nada. Seguiremos intentando y la lista aparecerá en cuanto esté disponible.',
      bank: 'Banco o billetera desde donde pagas',
      chooseBank: 'Elige tu banco',
      personType: 'La cuenta es de una',
      individual: 'Persona natural',
      association: 'Persona jurídica',
      documentType: 'Tipo de documento',
      documents: {
        CC: 'Cédula de ciudadanía (CC)',
        CE: 'Cédula de extranjería (CE)',
        NIT: 'NIT',
        TI: 'Tarjeta de identidad (TI)',
        PAS: 'Pasaporte (PAS)',
        TE: 'Tarjeta de extranjería (TE)',
        RC: 'Registro civil (RC)',
        DI: 'Otro documento de identidad (DI)',
      },
      documentNumber: 'Número de documento',
      documentWhy: 'PSE lo pide para que tu banco sepa de quién es la cuenta.',
      firstName: 'Nombres',
      lastName: 'Apellidos',
      associationNameHint: 'El nombre de quien representa a la organización.',
      phone: 'Teléfono',
      phoneHint: 'Diez dígitos, por ejemplo 301 234 5678.',
      street: 'Calle y número',
      streetHint: 'Por ejemplo, Calle 93 # 11‑27.',
      neighborhood: 'Barrio',
      city: 'Ciudad o municipio',
      zipCode: 'Código postal',
      zipCodeHint: 'Cinco o seis dígitos, por ejemplo 110111.',
      errors: {
        bank: 'Elige tu banco.',
        personType: 'Elige de quién es la cuenta.',
        documentType: 'Elige el tipo de documento.',
        documentNumber: 'Escribe el número de documento.',
        documentNumberInvalid: 'Escribe el número de documento usando solo números y letras.',
        firstName: 'Escribe el nombre.',
        lastName: 'Escribe el apellido.',
        phone: 'Escribe un número de teléfono de diez dígitos.',
        street: 'Escribe la calle y el número.',
        streetNumber: 'Escribe también el número, por ejemplo, Calle 93 # 11‑27. Si no tiene, escribe S/N al final.',
        streetTooLong:
          'Acorta la dirección: hasta {name} caracteres antes del número y {number} para el número. Omite el edificio y abrevia las palabras.',
        neighborhood: 'Escribe el barrio.',
        city: 'Escribe la ciudad o el municipio.',
        zipCode: 'Escribe un código postal de cinco o seis dígitos.',
        tooLong: '{name}: usa {max}\u00a0caracteres como máximo.',
        invalid: '{name}: revisa este dato y escríbelo de nuevo.',
      },
    },
  },
  waiting: {
    processing: {
      title: 'Tu pago con tarjeta se está procesando',
      step: 'La empresa de pagos está procesando tu tarjeta',
      body: 'Puede tardar unos minutos, rara vez más. No tienes que hacer nada más. No vuelvas a pagar.',
    },
    cardFailed: 'La empresa de pagos no pudo completar tu pago con tarjeta. Inténtalo de nuevo o usa otra tarjeta.',
    cardRetry: 'Intentar de nuevo con tarjeta',
    nothingPaid: {
      title: 'Todavía no hay ningún pago en Mercado Pago',
      body: 'Si lo detuviste o saliste de allí, no se cobró nada. Continúa en Mercado Pago o empieza de nuevo. Si acabas de pagar, puede tardar un momento en aparecer. Esta página sigue verificando.',
      step: 'Pagas en Mercado Pago',
    },
    notCancelled: {
      bank_transfer: 'No pudimos cancelar tu transferencia bancaria',
      wallet: 'No pudimos cancelar tu pago en Mercado Pago',
      body: 'No se cobró nada en tu tarjeta. Deja el primer pago sin terminar y presiona el botón de nuevo para pagar con tarjeta. Si se realizan los dos, te devolveremos uno.',
    },
  },
  device: {
    phone: 'Continuar en tu teléfono',
    other: 'Continuar en otro dispositivo',
    how: 'Escanea este código con la cámara del otro dispositivo o abre el enlace allí. Lleva a esta misma donación.',
    howByLink: 'Abre este enlace en el otro dispositivo. Lleva a esta misma donación.',
    code: 'Código QR que abre esta donación en otro dispositivo',
    link: 'Enlace a esta donación',
  },
  share: {
    title: 'Comparte esta causa con otras personas',
    message: 'Conoce la causa “{cause}”. Puedes donar aquí:',
    button: 'Compartir',
    whatsapp: 'WhatsApp',
    email: 'Por correo',
    link: 'Enlace a la página de esta causa',
  },
};
