import type { mailEn } from '../en/mail.ts';
import type { Texts } from '../shape.ts';

/** The Spanish texts of mails. */
export const mailEs: Texts<typeof mailEn> = {
  email: {
    greeting: 'Hola, {name}:',
    greetingNoName: 'Hola:',
    signature: '¡Gracias!',
    note: 'Nota de nuestro equipo: {note}',
    ownerProvisionedSubject: 'Tu cuenta para recaudar fondos está lista',
    ownerProvisionedBody:
      'Abrimos una cuenta a tu nombre con esta dirección de correo, para que puedas seguir las causas creadas para ti. No necesitas contraseña: te enviamos un código cada vez que quieras entrar.',
    ownerProvisionedIgnore: 'Si no esperabas este correo, puedes ignorarlo.',
    causeCreatedSubject: 'Se creó una causa a tu nombre',
    causeCreatedBody:
      'La causa “{title}” se creó a tu nombre. Es un borrador: no tiene página pública hasta que se publique.',
    causeCreatedLink: 'Puedes revisarla y publicarla aquí: {causeUrl}',
    causesCreatedSubject: 'Se crearon más causas a tu nombre',
    causesCreatedBody:
      '{count, plural, one {Desde nuestro último correo se creó una causa más a tu nombre. Es un borrador: no tiene página pública hasta que se publique.} other {Desde nuestro último correo se crearon # causas más a tu nombre. Son borradores: no tienen página pública hasta que se publiquen.}}',
    causesCreatedLink: 'Aquí encuentras todas tus causas: {url}',
    causeChanged: {
      rejected: {
        subject: 'Tu causa no se aceptó',
        what: 'Nuestro equipo no aceptó tu causa “{title}”. No tiene página pública y no puede recibir donaciones.',
      },
      paused: {
        subject: 'Tu causa está en pausa',
        what: 'Nuestro equipo pausó tu causa “{title}” y solo nuestro equipo puede reanudarla. Mientras tanto, nadie puede donar.',
      },
      info_required: {
        subject: 'Necesitamos más información sobre tu causa',
        what: 'Nuestro equipo necesita más información de tu parte sobre tu causa “{title}”. Hasta que la tengamos, nadie puede donar y no se puede retirar nada. Responde a este correo para que te digamos qué falta.',
      },
      funds_on_hold: {
        subject: 'Estamos revisando tu causa',
        what: 'Nuestro equipo está revisando tu causa “{title}”. Hasta que termine la revisión, nadie puede donar y el dinero se queda donde está.',
      },
      resumed: {
        subject: 'Tu causa ya no está detenida',
        what: 'Nuestro equipo decidió que tu causa “{title}” puede continuar.',
      },
      open: 'Ya puede recibir donaciones otra vez.',
      notOpen: 'Por ahora no recibe donaciones.',
      link: 'Aquí puedes ver su estado: {causeUrl}',
      ask: 'Si tienes preguntas o crees que es un error, responde a este correo.',
    },
    donationCompletedSubject: 'Tu donación de {amount}',
    donationCompletedBody: '¡Gracias! Tu donación a “{title}” ya llegó.',
    receiptCopySubject: 'Comprobante de tu donación de {amount}',
    receiptCopyBody: 'Te enviamos otra copia del comprobante de tu donación a “{title}”.',
    receiptBody: 'Te enviamos el comprobante de tu donación a “{title}”.',
    donationCompletedReceipt: 'Número de comprobante: {paymentId}',
    donationCompletedKeep: 'Guarda este correo: es tu comprobante.',
    donationCompletedPage: 'Ver tu comprobante',
    donationCompletedAttached: 'Adjuntamos tu comprobante en PDF.',
    donationCompletedPrivate:
      'La página de tu comprobante seguirá en línea. Guarda la dirección solo para ti: quien la tenga puede ver tu comprobante.',
    donationRefundedSubject: 'Te devolvimos {back}',
    donationRefundedBody:
      'Tu pago de {amount} a “{title}” llegó fuera de plazo o por duplicado, así que no se contó como donación. Lo devolvimos completo a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
    donationRefundedPartBody:
      'Tu pago de {amount} a “{title}” llegó fuera de plazo o por duplicado, así que no se contó como donación. Tu banco te devolvió una parte, y nosotros devolvimos el resto, {back}, a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
    donationMismatchPartBody:
      'Recibimos {amount} para “{title}”. No coincide con la donación, así que no se contó. Tu banco te devolvió una parte, y nosotros devolvimos el resto, {back}, a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
    donationRefundedRestBody:
      'Tu pago de {amount} a “{title}” llegó fuera de plazo o por duplicado, así que no se contó como donación. Devolvimos {back} a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
    donationMismatchRestBody:
      'Recibimos {amount} para “{title}”. No coincide con la donación, así que no se contó. Devolvimos {back} a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
    donationRefundedSent: 'Antes te enviamos {amount} por transferencia bancaria.',
    donationRefundedTaken: 'Tu banco ya te devolvió {amount}.',
    donationRefundedReceipt: 'Número de pago: {paymentId}',
    donationMismatchBody:
      'Recibimos {amount} para “{title}”. No coincide con la donación, así que no se contó. Devolvimos todo a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
    refund: {
      subject: 'Te devolvimos {back}',
      whole: 'Te devolvimos el total de tu donación de {amount} a “{title}”.',
      part: 'Devolvimos {back} de tu donación de {amount} a “{title}”.',
      rest: 'Para la causa quedan {left}.',
      noRest: 'Con esto ya tienes de vuelta el total.',
      where: 'El dinero vuelve a la tarjeta o cuenta con la que pagaste. Puede tardar unos días en aparecer.',
      number: 'Número de pago: {paymentId}',
    },
    refundReturned: {
      subject: 'Nuestra devolución de {back} no te llegó',
      what: 'Te avisamos que habíamos devuelto {back} de tu pago de {amount} a “{title}”. Después, tu banco nos devolvió ese dinero.',
      next: 'No se perdió: lo guardamos para ti y buscamos otra forma de devolvértelo. Por ahora no tienes que hacer nada. Es posible que te escribamos para preguntarte adónde enviarlo.',
    },
    refundByHand: {
      subject: 'Te enviamos {back} por transferencia bancaria',
      whole:
        'No pudimos devolver tu pago de {amount} a “{title}” a la tarjeta o cuenta con la que pagaste, así que te lo enviamos completo por transferencia bancaria.',
      part: 'No pudimos devolver {back} de tu pago de {amount} a “{title}” a la tarjeta o cuenta con la que pagaste, así que te los enviamos por transferencia bancaria.',
      uncounted: 'El pago no se contó como donación.',
      reference: 'Referencia de la transferencia',
      sentOn: 'Enviado el',
      where: 'Puede tardar unos días en aparecer. Si no lo encuentras, responde a este correo con la referencia.',
    },
    transferReturned: {
      subject: 'Nuestra transferencia de {back} no te llegó',
      what: 'Te enviamos {back} por transferencia bancaria, por tu pago de {amount} a “{title}”. Tu banco nos devolvió ese dinero.',
      next: 'No se perdió: guardamos {owed} para ti. Responde a este correo y dinos a qué cuenta debemos enviarlo: el nombre del titular, el banco y el número de cuenta. Nunca te pediremos un número de tarjeta, un código ni una contraseña.',
      returnedOn: 'Devuelta el',
    },
    withdrawal: {
      requestedSubject: 'Solicitaste un retiro de {amount}',
      requestedBody:
        'Recibimos tu solicitud de retirar {amount} de “{title}” a {account}. Alguien de nuestro equipo la revisará. Mientras tanto, ese monto queda reservado.',
      approvedSubject: 'Se aprobó tu retiro de {amount}',
      approvedBody: 'Se aprobó tu retiro de {amount} de “{title}” a {account}. Lo enviaremos pronto.',
      sendingSubject: 'Te estamos enviando {amount}',
      sendingBody:
        'Empezamos a enviar {amount} de “{title}” a {account}. Ya no se puede cancelar. Te escribiremos cuando el banco lo haya enviado.',
      heldSubject: 'Estamos revisando de nuevo tu retiro de {amount}',
      heldBody:
        'Todavía no enviamos {amount} de “{title}” a {account}. Alguien de nuestro equipo lo está revisando de nuevo. El monto sigue reservado.',
      rejectedSubject: 'No se aprobó tu retiro de {amount}',
      rejectedBody: 'No se aprobó tu retiro de {amount} de “{title}” a {account}. El monto está disponible de nuevo.',
      cancelledSubject: 'Se canceló tu retiro de {amount}',
      cancelledBody: 'Cancelaste tu retiro de {amount} de “{title}” a {account}. El monto está disponible de nuevo.',
      paidSubject: 'Te enviamos {amount}',
      paidBody:
        'Enviamos {amount} de “{title}” a {account}. Puede tardar unos días en aparecer. Si no lo solicitaste, avísanos de inmediato.',
      failedSubject: 'Tu retiro de {amount} no llegó',
      failedBody:
        'El banco no aceptó {amount} de “{title}” para {account}. El monto está disponible de nuevo. Revisa la cuenta antes de volver a solicitarlo.',
      sent: 'Enviado el {date}. Referencia bancaria: {reference}',
      number: 'Número de retiro: {withdrawalId}',
    },
    bankAccount: {
      addedSubject: 'Se agregó una cuenta bancaria',
      addedBody:
        'Se agregó a tu cuenta la cuenta bancaria {account}, para recibir lo que recauden tus causas. No le enviaremos dinero hasta que nuestro equipo la verifique.',
      verifiedSubject: 'Se verificó una cuenta bancaria',
      verifiedBody: 'Nuestro equipo verificó la cuenta bancaria {account}. Ya puedes solicitar retiros a esa cuenta.',
      refusedSubject: 'No se aceptó una cuenta bancaria',
      refusedBody:
        'Nuestro equipo no aceptó la cuenta bancaria {account}. No se le enviará dinero. Cancela los retiros a esa cuenta que sigan pendientes y solicítalos de nuevo a otra.',
      notYou:
        'Si no agregaste esta cuenta bancaria, es posible que otra persona esté usando tu cuenta. Entra en {url}, elige “Cerrar sesión en todas partes” y responde de inmediato a este correo: nos encargaremos de que no salga dinero.',
    },
    key: {
      subject: 'Se creó una clave de la API para tu organización',
      body: 'Se creó una clave nueva de la API, {id}, para tu organización. La clave nunca se envía por correo.',
      permissions: 'Permisos: {words}',
      anywhere: 'Se puede usar desde cualquier dirección IP.',
      addresses: 'Se puede usar desde: {range}',
      waits: 'Todavía no funciona: antes debe aprobarla otra persona de nuestro equipo.',
      replaces: 'Reemplaza a la clave {id}, que deja de funcionar el {date}.',
      approvedSubject: 'Se aprobó una clave de la API de tu organización',
      approvedBody: 'Se aprobó la clave de la API {id} de tu organización. Ya funciona.',
      refusedSubject: 'No se aprobó una clave de la API de tu organización',
      refusedBody: 'No se aprobó la clave de la API {id} de tu organización. Nunca funcionó ni funcionará.',
      notYou: 'Si nadie de tu organización la solicitó, responde de inmediato a este correo: revocaremos la clave.',
    },
    /** To the contact that a client had, about what was agreed with it. */
    terms: {
      subject: 'Cambió lo acordado para tu organización',
      intro: 'Nuestro equipo cambió lo acordado para tu organización.',
      fee: 'La comisión de las causas y los enlaces que se creen desde ahora es de {value}. Era de {previous}.',
      feeModels: {
        plus_gateway_costs:
          'En las causas y los enlaces que se creen desde ahora, el creador también paga el costo de procesamiento.',
        all_inclusive:
          'En las causas y los enlaces que se creen desde ahora, la comisión incluye el costo de procesamiento.',
      },
      contact: 'A partir del {date}, los correos sobre tus claves y tu acuerdo se enviarán a {email} y ya no a ti.',
      contactNow: 'Los correos sobre tus claves y tu acuerdo se envían ahora a {email} y ya no a ti.',
      nobody: 'A partir del {date}, nadie recibirá los correos sobre tus claves y tu acuerdo.',
      nobodyNow: 'Desde ahora nadie recibe los correos sobre tus claves y tu acuerdo.',
      object:
        'Si tu organización no lo acordó, responde de inmediato a este correo. Hasta el {date} podemos mantenerte como contacto.',
      notYou: 'Si tu organización no lo acordó, responde de inmediato a este correo.',
    },
    contactKept: {
      subject: 'Sigues siendo el contacto de tu organización',
      body: 'Nuestro equipo detuvo el cambio de contacto. Los correos sobre tus claves y tu acuerdo se siguen enviando a ti.',
      rest: 'Lo demás que te escribimos sobre ese cambio sigue vigente.',
    },
    signIn: {
      subject: '{code} es tu código para iniciar sesión',
      code: 'Tu código: {code}',
      where: 'Escríbelo en la página donde lo solicitaste, o abre este enlace en cualquier dispositivo: {url}',
      short: 'Los dos valen por {minutes}\u00a0minutos y una sola vez.',
      ignore:
        'Si no lo solicitaste tú, puedes ignorar este correo: sin el código o el enlace, nadie puede iniciar sesión.',
    },
    newBrowser: {
      subject: 'Nuevo inicio de sesión en tu cuenta',
      what: 'Alguien inició sesión en tu cuenta con {browser} en {system}, el {date}. Es la primera vez que vemos este navegador.',
      whatUnknown: 'Alguien inició sesión en tu cuenta el {date}, con un navegador que no habíamos visto antes.',
      you: 'Si fuiste tú, no tienes que hacer nada.',
      notYou:
        'Si no fuiste tú, abre {url} y elige “Cerrar sesión en todas partes”. Después cambia la contraseña de tu correo: quien inició sesión leyó el código que te enviamos.',
    },
    passkeyChanged: {
      added: {
        subject: 'Se agregó una llave de acceso a tu cuenta',
        what: 'El {date} se agregó una llave de acceso a tu cuenta. Se cerraron tus sesiones en los demás dispositivos.',
      },
      removed: {
        subject: 'Se quitó una llave de acceso de tu cuenta',
        what: 'El {date} se quitó una llave de acceso de tu cuenta. Se cerraron tus sesiones en los demás dispositivos.',
      },
      you: 'Si fuiste tú, no tienes que hacer nada.',
      notYou:
        'Si no fuiste tú, inicia sesión en {url}, quita las llaves de acceso que no conozcas, elige “Cerrar sesión en todas partes” y responde de inmediato a este correo.',
    },
    passkeysRemoved: {
      subject: 'Se quitaron tus llaves de acceso',
      what: 'Alguien de nuestro equipo quitó las llaves de acceso de tu cuenta y cerró tus sesiones: {reason}',
      next: 'Inicia sesión con un código, como siempre, y agrega una llave de acceso nueva: {url}',
      notYou: 'Si no lo solicitaste, inicia sesión ahora y avisa de inmediato a nuestro equipo.',
    },
  },
};
