import type { reviewEn } from '../en/review.ts';
import type { Texts } from '../shape.ts';

/** The Spanish texts of the page that names what an action of staff would do, before it is done. */
export const reviewEs: Texts<typeof reviewEn> = {
  review: {
    nothingYet: 'Todavía no se ha cambiado nada.',
    done: 'Ya lo confirmaste. No se hace otra vez.',
    willHappen: 'Qué va a pasar',
    wasConfirmed: 'Lo que confirmaste',
    goOn: 'Continuar',
    about: 'Sobre',
    reason: 'Motivo',
    reasonHint: 'Para el registro de auditoría. Todo el equipo puede leerlo.',
    reasonHintIfStops:
      'Obligatorio si se detienen las donaciones o los retiros. Para el registro de auditoría: todo el equipo puede leerlo; el creador, no.',
    goBack: 'Volver sin cambiar nada',
    takeBack: 'Cancelar tu solicitud',
    actions: {
      cause_change_state: 'Cambiar el estado',
      cause_restore: 'Quitar la marca de fraude',
      key_revoke: 'Revocar la clave',
      key_reject: 'Rechazar la clave',
      link_cancel: 'Cancelar el enlace',
      payment_refund: 'Devolver el pago',
      refund_reject: 'Rechazar la devolución',
      refund_close: 'Cerrar la devolución fallida sin enviar nada',
      refund_record_transfer: 'Registrar la transferencia',
      refund_record_return: 'Registrar el regreso',
      withdrawal_start_sending: 'Iniciar el envío del retiro',
      withdrawal_mark_sent: 'Registrar el retiro como enviado',
      withdrawal_mark_not_sent: 'Registrar el retiro como no enviado',
      withdrawal_reject: 'Rechazar el retiro',
      withdrawal_fail: 'Marcar el retiro como fallido',
      bank_account_reject: 'Rechazar la cuenta bancaria',
      batch_start_sending: 'Iniciar el envío del lote',
      batch_mark_sent: 'Registrar el lote como enviado',
      batch_mark_not_sent: 'Registrar el lote como no enviado',
      passkey_reset: 'Quitar las llaves de acceso',
      donor_erase: 'Borrar los datos del donante',
      creator_erase: 'Borrar los datos del creador',
    },
    restore: {
      title: 'Quitar la marca de fraude',
      intro: 'La causa vuelve al estado que tenía antes: {state}.',
      submit: 'Quitar la marca…',
    },
    acknowledge: {
      title: 'Reconocer una diferencia',
      intro:
        'Para una diferencia que tiene explicación. Sigue en la tabla con tu motivo, pero ya no espera al equipo, salvo que cambie uno de sus montos.',
      which: 'Diferencia',
      submit: 'Reconocer',
      status: 'Explicación',
      open: 'Sin explicación todavía',
      allKnown:
        '{count, plural, one {La única diferencia tiene explicación} other {Las # diferencias tienen explicación}}',
    },
    lines: {
      moved: 'El estado pasa de “{from}” a “{to}”.',
      attempts:
        '{count, plural, =0 {No hay pagos en curso.} one {Se cancela # pago en curso: {sum}.} other {Se cancelan # pagos en curso: {sum} en total.}}',
      openLinks:
        '{count, plural, =0 {No hay enlaces abiertos.} one {# enlace abierto ya no se puede pagar.} other {# enlaces abiertos ya no se pueden pagar.}}',
      heldWithdrawals:
        '{count, plural, =0 {No hay retiros pendientes. No se podrán solicitar nuevos.} one {# retiro de {sum} queda en espera y no se puede enviar.} other {# retiros por {sum} en total quedan en espera y no se pueden enviar.}}',
      hidden: 'La página pública de la causa deja de mostrarse.',
      undoFraud:
        'Puedes deshacerlo en la página de la causa, que entonces vuelve al estado de hoy. Los pagos cancelados siguen cancelados.',
      undoMove: 'El estado se puede volver a cambiar después. Los pagos cancelados siguen cancelados.',
      collectsAgain: 'La causa vuelve a recibir donaciones.',
      restsStill: 'La causa sigue sin recibir donaciones.',
      paysOutAgain: 'Su creador puede volver a retirar dinero.',
      holdsStill: 'Su creador sigue sin poder retirar dinero.',
      canceledStay: 'Los pagos y enlaces cancelados siguen cancelados.',
      keyStops: 'Desde este momento se rechaza toda solicitud con esta clave.',
      keyNever: 'Esta clave nunca funcionará.',
      keyUsed: 'Se usó por última vez {ago}.',
      keyUnused: 'Nunca se ha usado.',
      keyOthers:
        '{count, plural, =0 {El cliente no tiene otra clave activa: sin esta no puede usar la API.} one {El cliente tiene # clave activa más.} other {El cliente tiene # claves activas más.}}',
      linkEnds: 'Ya nadie podrá pagar este enlace de {client} por {amount}.',
      paidMeanwhile: 'Si el donante ya pagó, el enlace queda completado.',
      refund: '{amount} vuelven al donante por {gateway}. Del pago quedan {left}.',
      refundCollected: 'El total de “{cause}” baja {amount}.',
      sentByHand:
        '{amount} cuentan como devueltos al donante, con la transferencia bancaria {reference} del {date}. Del pago quedan {left}.',
      sentOutside: 'Desde aquí no se envía nada: el dinero tiene que haber salido de nuestra cuenta bancaria.',
      sentClosed: 'La devolución se cerró sin enviar nada. Quedará marcada como enviada a mano.',
      sentBeyond:
        'De lo enviado, {amount} superan lo que quedaba del pago: el donante o su banco ya tiene ese dinero. Es pérdida nuestra, no del creador, hasta que regrese.',
      sentBefore:
        'Ya consta como enviado a mano: {references}. Registra {reference} solo si es otra transferencia que también salió de nuestra cuenta.',
      donorNotMailed: 'No se avisa al donante por correo. Pídele tú que devuelva lo que recibió dos veces.',
      transferReturned:
        '{amount} ya no cuentan como devueltos: la transferencia bancaria {reference} volvió a nuestra cuenta el {date}. Del pago quedarán {left}.',
      returnedCollected: 'El total de “{cause}” sube {amount} hasta que el dinero se envíe de nuevo.',
      returnedUnmatched: 'El dinero se le vuelve a deber al donante.',
      returnedQueue:
        'La devolución fallida vuelve a la lista del equipo. No se envía ni se devuelve nada automáticamente.',
      donorAsked: 'Se le pregunta al donante por correo adónde enviarlo: {email}.',
      donorNotAsked: 'No queda nada para el donante, así que no se avisa a nadie.',
      donorMail: 'Se avisa al donante por correo: {email}.',
      donorUnknown: 'El donante no dejó su correo, así que no se avisa a nadie.',
      secondPerson: 'Antes debe aprobarlo una segunda persona del equipo.',
      refundEnds: 'No se devuelven {amount}. La solicitud termina.',
      anotherRequest: 'Se puede volver a solicitar una devolución en la página del pago.',
      toSend: '{amount} quedan por enviar a {account}, a nombre de {holder}.',
      noCancel: 'A partir de entonces nadie puede cancelarlo.',
      creatorTold: 'Se avisa al creador por correo: {email}.',
      undoSending: 'Si al final no se envía, puedes registrarlo y se revisa de nuevo.',
      notSent:
        '{amount} quedan registrados como no enviados a {account}, a nombre de {holder}. Si aun así salen del banco, se pagan dos veces.',
      decideAgain: 'El retiro vuelve a revisión. {amount} siguen reservados.',
      beingSent:
        '{count, plural, one {# retiro de {sum} ya se está enviando y no se detiene.} other {# retiros por {sum} en total ya se están enviando y no se detienen.}}',
      paid: '{amount} quedan registrados como enviados a {account}, a nombre de {holder}.',
      paidAs: 'Se registra con la referencia del banco {reference}, como enviado el {date}.',
      paidOutside: 'Desde aquí no se envía nada: el dinero se envía desde el banco.',
      moneyBack: '{amount} vuelven a estar disponibles en “{cause}”.',
      creatorMail: 'Se avisa al creador por correo, con lo que escribiste: {email}.',
      undoPaid: 'Si el banco regresa el dinero, puedes marcarlo como fallido.',
      accountNever: 'No se puede enviar dinero a esta cuenta, ni ahora ni después.',
      accountWithdrawals:
        '{count, plural, one {# retiro a esta cuenta queda en espera y no se puede enviar: {sum}.} other {# retiros a esta cuenta quedan en espera y no se pueden enviar: {sum} en total.}}',
      batchToSend:
        '{count, plural, one {# retiro de {sum} queda por enviar} other {# retiros por {sum} en total quedan por enviar}}.',
      batchHeld:
        '{count, plural, one {# retiro no se envía porque ya no cumple una condición. Vuelve a revisión.} other {# retiros no se envían porque ya no cumplen una condición. Vuelven a revisión.}}',
      batchNothing: 'Ningún retiro del lote se puede enviar ahora, así que el lote se cancela.',
      batchAccounts:
        '{count, plural, one {El dinero va a # cuenta bancaria.} other {El dinero va a # cuentas bancarias.}}',
      batchNoCancel: 'A partir de entonces sus retiros no se pueden cancelar.',
      batchUndoSending: 'Si al final el lote no se envía, puedes registrarlo y sus retiros se revisan de nuevo.',
      batchPaid:
        '{count, plural, one {# retiro de {sum} queda registrado como enviado} other {# retiros por {sum} en total quedan registrados como enviados}} el {date}.',
      batchUndoPaid: 'Si el banco regresa un retiro, puedes marcarlo como fallido.',
      batchNotSent:
        '{count, plural, one {# retiro de {sum} queda registrado como no enviado. Si aun así sale del banco, se paga dos veces.} other {# retiros por {sum} en total quedan registrados como no enviados. Si alguno sale del banco de todos modos, se paga dos veces.}}',
      batchDecideAgain: 'El lote termina. Sus retiros vuelven a revisión y su dinero sigue reservado.',
      batchTold: 'Se avisa por correo a {count, plural, one {# creador} other {# creadores}}.',
      batchMail: 'Se avisa por correo, con lo que escribiste, a {count, plural, one {# creador} other {# creadores}}.',
      refundClosed: '{amount} no se envían al donante. La devolución fallida sale de la lista.',
      refundClosedLeft: 'Se puede volver a solicitar una devolución en la página del pago.',
      refundClosedWrittenOff: 'Lo dado de baja se le sigue debiendo al donante, que todavía puede reclamarlo.',
      nobodyTold: 'No se avisa a nadie.',
      passkeysGone:
        '{count, plural, one {# llave de acceso de {name} deja de funcionar.} other {# llaves de acceso de {name} dejan de funcionar.}}',
      sessionsEnd:
        '{count, plural, =0 {No tiene ninguna sesión abierta.} one {Se cierra # sesión suya.} other {Se cierran # sesiones suyas.}}',
      passkeyAgain: 'La próxima vez que inicie sesión por correo podrá agregar una nueva.',
      holderMail: 'Se le avisa por correo, con lo que escribiste: {email}.',
      erasedPayments:
        '{count, plural, one {Se borran el nombre, el correo, el mensaje y la tarjeta de # pago.} other {Se borran los nombres, correos, mensajes y tarjetas de # pagos.}}',
      erasedLinks:
        '{count, plural, one {Lo mismo se borra de # enlace de pago, y también los campos propios del aliado que contienen el correo.} other {Lo mismo se borra de # enlaces de pago, y también los campos propios del aliado que contienen el correo.}}',
      erasedMails:
        '{count, plural, =0 {No hay correos guardados para el donante.} one {Se borra # correo guardado para el donante. Si aún no se ha enviado, ya no se enviará.} other {Se borran # correos guardados para el donante. Los que aún no se han enviado ya no se enviarán.}}',
      erasedNotes:
        '{count, plural, one {Se borra el texto de # nota sobre el donante.} other {Se borran los textos de # notas sobre el donante.}}',
      booksStay:
        'Los montos, el libro mayor, los totales y los números de comprobante se conservan. Los comprobantes siguen siendo válidos, sin nombre.',
      gatewaysKeep:
        'Las pasarelas de pago conservan lo que el donante les dio. El archivo descargado nombra cada pago como lo nombra su pasarela, para que también les puedas solicitar que lo borren.',
      weakerAnswers:
        'Un banco puede disputar un pago con tarjeta durante algunos meses más. La respuesta ya no tendrá nombre ni correo.',
      erasedAccount:
        'Se borran el nombre, el correo y el teléfono de {name}. Nadie podrá volver a iniciar sesión en la cuenta.',
      erasedCreatorMails:
        '{count, plural, =0 {No hay correos guardados para el creador.} one {Se borra # correo guardado para el creador. Si aún no se ha enviado, ya no se enviará.} other {Se borran # correos guardados para el creador. Los que aún no se han enviado ya no se enviarán.}}',
      erasedCreatorNotes:
        '{count, plural, one {Se borra el texto de # nota sobre el creador.} other {Se borran los textos de # notas sobre el creador.}}',
      erasedBankAccounts:
        '{count, plural, =0 {Las cuentas bancarias que recibieron solicitudes de retiro se conservan para la contabilidad.} one {Se borra # cuenta bancaria que nunca se usó. Las que recibieron solicitudes de retiro se conservan para la contabilidad.} other {Se borran # cuentas bancarias que nunca se usaron. Las que recibieron solicitudes de retiro se conservan para la contabilidad.}}',
      causesStay:
        '{count, plural, =0 {No hay causas.} one {# causa queda como está, con sus textos y los términos aceptados.} other {# causas quedan como están, con sus textos y los términos aceptados.}}',
      noUndo: 'Esto no se puede deshacer.',
    },
  },
};
