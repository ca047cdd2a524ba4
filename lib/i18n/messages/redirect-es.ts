import type { Messages } from './shape.ts';

/** Los textos de los pagos que se terminan en otra parte: en un banco o en una billetera. */
export const redirectEs: Messages['redirect'] = {
  action: {
    bank_transfer: 'Continuar a tu banco',
    wallet: 'Continuar a Mercado Pago',
  },
  leaving: {
    bank_transfer: 'Te llevamos a tu banco…',
    wallet: 'Te llevamos a Mercado Pago…',
  },
  bounds: {
    card: 'Con tarjeta puedes donar desde {min} hasta {max}.',
    bank_transfer: 'Por transferencia bancaria puedes donar desde {min} hasta {max}.',
    wallet: 'Con Mercado Pago puedes donar desde {min} hasta {max}.',
  },
  outOfBounds: 'Este monto no se puede pagar así',
  changeAmount: 'Elige otro monto arriba.',
  instead: {
    card: 'Pagar con tarjeta',
    bank_transfer: 'Pagar por transferencia bancaria',
    wallet: 'Pagar con Mercado Pago',
  },
  amountMovedBody:
    'Se cambió en otro lugar, quizás en otra pestaña. No se cobró nada. Revisa el monto y confirma otra vez.',
  refusedDetails:
    'La empresa de pagos no aceptó estos datos. No se cobró nada. Revísalos e inténtalo de nuevo.',
  notOffered:
    'Este medio de pago ya no está disponible porque el enlace vence pronto. No se cobró nada. Elige otro medio de pago.',
  notReady: 'Este medio de pago aún se está cargando. Espera un momento.',
  waiting: {
    bank_transfer: {
      title: 'Tu banco aún no nos ha avisado',
      paid: 'Si aprobaste la transferencia, no tienes que hacer nada más. Los bancos pueden tardar unos minutos.',
      stopped: 'Si saliste antes de aprobarla, no se cobró nada: continúa en tu banco o paga de otra manera.',
      continue: 'Continuar en tu banco',
      step: 'Tu banco aprueba la transferencia',
    },
    wallet: {
      title: 'Mercado Pago aún no nos ha avisado',
      paid: 'Si pagaste, no tienes que hacer nada más. Mercado Pago puede tardar un rato en revisar un pago.',
      stopped:
        'Si saliste antes o el pago fue rechazado, no se cobró nada: continúa en Mercado Pago o paga de otra manera.',
      continue: 'Continuar en Mercado Pago',
      step: 'Mercado Pago aprueba el pago',
    },
    recorded: 'Tu donación queda registrada',
    receipt: 'Te enviamos el comprobante',
    other: 'Pagar de otra manera',
    twice:
      'Si pagas de otra manera, primero cancelamos este pago. Si aun así llegaran los dos, te devolvemos uno.',
    cannotContinue:
      'Este pago no se puede continuar. No se cobró nada. Empieza de nuevo con «Pagar de otra manera».',
  },
  declined: {
    bank_transfer: {
      title: 'Tu banco no aprobó la transferencia',
      body: 'Se rechazó, se detuvo o se acabó el tiempo. Puedes intentarlo de nuevo o pagar de otra manera.',
      retry: 'Intentar otra vez la transferencia',
    },
    wallet: {
      title: 'Mercado Pago no aprobó el pago',
      body: 'Se rechazó, se detuvo o se acabó el tiempo. Puedes intentarlo de nuevo.',
      retry: 'Intentar otra vez con Mercado Pago',
    },
  },
  wallet: {
    account:
      'Necesitas una cuenta en Mercado Pago. Allí pagas con tu saldo o con una tarjeta que tengas guardada.',
    next: 'En la página siguiente inicias sesión y confirmas. Después vuelves aquí.',
  },
  pse: {
    next: 'En la página siguiente apruebas la transferencia en tu banco. Después vuelves aquí.',
    why: 'PSE pide estos datos a todo el que paga desde una cuenta bancaria. Van a la empresa de pagos y a tu banco; nosotros solo guardamos tu nombre y tu correo.',
    bankLegend: 'Tu banco',
    holderLegend: 'Titular de la cuenta',
    addressLegend: 'Dirección del titular',
    noBanks: 'No pudimos cargar la lista de bancos',
    noBanksBody:
      'Sin ella no se puede iniciar una transferencia. No se cobró nada. Inténtalo de nuevo en un momento.',
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
    documentNumberHint: 'Sin puntos ni espacios.',
    firstName: 'Nombres',
    lastName: 'Apellidos',
    associationNameHint: 'De quien actúa por la organización.',
    phone: 'Teléfono',
    phoneHint: 'Diez dígitos, por ejemplo 301 234 5678.',
    street: 'Calle o carrera',
    streetHint: 'Por ejemplo Calle 93.',
    streetNumber: 'Número',
    streetNumberHint: 'Por ejemplo 11‑27.',
    neighborhood: 'Barrio',
    city: 'Ciudad o municipio',
    zipCode: 'Código postal',
    zipCodeHint: 'Cinco dígitos, por ejemplo 11001. Si el tuyo tiene seis, los primeros cinco.',
    errors: {
      bank: 'Elige tu banco.',
      personType: 'Elige de quién es la cuenta.',
      documentType: 'Elige el tipo de documento.',
      documentNumber: 'Escribe el número de documento.',
      documentNumberInvalid: 'Escribe el número de documento solo con dígitos y letras.',
      firstName: 'Escribe los nombres.',
      lastName: 'Escribe los apellidos.',
      phone: 'Escribe un teléfono de diez dígitos.',
      street: 'Escribe la calle o carrera.',
      streetNumber: 'Escribe el número de la dirección.',
      neighborhood: 'Escribe el barrio.',
      city: 'Escribe la ciudad o el municipio.',
      zipCode: 'Escribe un código postal de cinco dígitos.',
      tooLong: '{name}: {max} caracteres como máximo. Acórtalo, por favor.',
      invalid: '{name}: esto no se puede enviar. Escríbelo otra vez, por favor.',
    },
  },
};
