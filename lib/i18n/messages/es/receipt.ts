import type { receiptEn } from '../en/receipt.ts';
import type { Texts } from '../shape.ts';

/** The Spanish texts of receipts: the page, the PDF, and the page that verifies them. */
export const receiptEs: Texts<typeof receiptEn> = {
  receipt: {
    title: 'Comprobante de donación',
    thanks: 'Gracias por tu donación',
    returned: 'Esta donación se devolvió al donante',
    number: 'Número de comprobante',
    amount: 'Monto',
    date: 'Fecha',
    dateLocal: 'En tu zona horaria',
    cause: 'Causa',
    issuer: 'Emitido por',
    taxId: 'Identificación tributaria',
    partner: 'A través de',
    method: 'Medio de pago',
    reference: 'Referencia del pago',
    deductible: {
      yes: 'Esta donación puede ser deducible de impuestos. Guarda este comprobante para tu declaración.',
      no: 'Esta donación no es deducible de impuestos.',
    },
    contact: '¿Preguntas sobre esta donación? Escribe a {email}.',
    donor: 'Donante',
    donorNone: 'Sin nombre',
    anonymous: 'Donación anónima. La página pública de la causa no muestra el nombre.',
    visibility: 'Quién puede ver el nombre',
    notWritable: 'Consulta la página de este comprobante',
    reversals: {
      title: 'Devoluciones y disputas',
      all: 'Se devolvió el monto completo: {amount}.',
      part: 'Se devolvió una parte: {amount}.',
      byHand: 'De ese monto, {amount} se devolvieron por transferencia bancaria.',
      allByHand: 'Se devolvió por transferencia bancaria.',
      open: 'Hay {amount} en disputa: el banco del donante pide su devolución y aún no hay una decisión.',
      lost: 'Hubo {amount} en disputa, y el banco del donante los recuperó.',
      left: 'Para la causa quedan {amount}.',
    },
    signatureTitle: 'Este comprobante está firmado',
    signatureBody:
      'El monto, la causa y la fecha llevan una firma digital (Ed25519) que nadie puede falsificar. Escanea el código o abre la dirección para verificarlos. Allí no se muestra quién donó.',
    verify: 'Verificar este comprobante',
    qrLabel: 'Código QR que lleva a la verificación de este comprobante',
    print: 'Imprimir',
    download: 'Descargar en PDF',
    testNote: 'Esta es una prueba. No se cobró dinero.',
    keep: 'Esta página seguirá en línea. Guarda su dirección solo para ti: quien la tenga puede ver el comprobante.',
    verification: {
      ask: 'Verificar un comprobante',
      askBody: 'Escanea con tu teléfono el código del comprobante, o pega aquí el enlace que aparece al lado.',
      link: 'Enlace del comprobante',
      linkHint: 'Empieza por {prefix}',
      linkWrong: 'Escribe el enlace completo, tal como aparece en el comprobante.',
      submit: 'Verificar',
      title: 'Verificación de comprobante',
      holds: 'Este comprobante es auténtico',
      holdsBody:
        'Nosotros lo emitimos y lo firmamos. Si tu copia dice otra cosa, son válidos los datos de esta página.',
      broken: 'Este comprobante no es válido',
      brokenBody:
        'La firma no corresponde a ninguna donación de nuestros registros. Puede que la dirección esté incompleta: escanea el código otra vez o copia la dirección entera. Si sigues viendo este mensaje, el comprobante fue alterado o no lo emitimos nosotros.',
      nothingReversed: 'Ninguna',
      since: 'Devoluciones y disputas',
      private: 'Aquí no se muestra el donante.',
      details: 'Verifícalo por tu cuenta',
      detailsBody:
        'La firma es Ed25519 (RFC 8032) sobre exactamente estos bytes, en UTF-8. Las claves públicas están en la dirección de abajo. La declaración indica cuál se usó.',
      statement: 'Declaración',
      signature: 'Firma (base64url)',
      keys: 'Claves públicas',
    },
  },
};
