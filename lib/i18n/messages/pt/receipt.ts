import type { receiptEn } from '../en/receipt.ts';
import type { Texts } from '../shape.ts';

/** The Portuguese texts of receipts: the page, the PDF, and the page that verifies them. */
export const receiptPt: Texts<typeof receiptEn> = {
  receipt: {
    title: 'Comprovante de doação',
    thanks: 'Obrigado pela sua doação',
    number: 'Número do comprovante',
    amount: 'Valor',
    date: 'Data',
    dateLocal: 'No seu fuso horário',
    cause: 'Causa',
    issuer: 'Emitido por',
    taxId: 'Identificação fiscal',
    partner: 'Por meio de',
    method: 'Forma de pagamento',
    reference: 'Referência do pagamento',
    deductible: {
      yes: 'Esta doação pode ser dedutível do imposto de renda. Guarde este comprovante para a sua declaração.',
      no: 'Esta doação não é dedutível do imposto de renda.',
    },
    contact: 'Dúvidas sobre esta doação? Escreva para {email}.',
    donor: 'Doador',
    donorNone: 'Nome não informado',
    anonymous: 'Doação anônima. A página pública da causa não mostra o nome.',
    visibility: 'Quem pode ver o nome',
    notWritable: 'Consulte a página deste comprovante',
    reversals: {
      title: 'Devoluções e contestações',
      all: 'O valor total foi devolvido: {amount}.',
      part: 'Uma parte foi devolvida: {amount}.',
      byHand: 'Desse valor, {amount} foram devolvidos por transferência bancária.',
      allByHand: 'A devolução foi feita por transferência bancária.',
      open: 'Há {amount} em contestação: o banco do doador pede a devolução e ainda não há uma decisão.',
      lost: 'Houve {amount} em contestação, e o banco do doador recuperou o valor.',
    },
    signatureTitle: 'Este comprovante é assinado',
    signatureBody:
      'O valor, a causa e a data levam uma assinatura digital (Ed25519) que ninguém consegue falsificar. Escaneie o código ou abra o endereço para verificá-los. Lá não aparece quem doou.',
    verify: 'Verificar este comprovante',
    qrLabel: 'Código QR que leva à verificação deste comprovante',
    print: 'Imprimir',
    download: 'Baixar em PDF',
    testNote: 'Este é um teste. Nenhum valor foi cobrado.',
    keep: 'Esta página continuará no ar. Guarde o endereço só para você: quem o tiver pode ver o comprovante.',
    verification: {
      ask: 'Verificar um comprovante',
      askBody: 'Escaneie com o celular o código do comprovante ou copie aqui o link que está ao lado dele.',
      link: 'Link do comprovante',
      linkHint: 'Começa com {prefix}',
      linkWrong: 'Digite o link completo, como aparece no comprovante.',
      submit: 'Verificar',
      title: 'Verificação de comprovante',
      holds: 'Este comprovante é autêntico',
      holdsBody:
        'Nós o emitimos e assinamos. Se a sua cópia mostrar algo diferente, valem os dados desta página.',
      broken: 'Este comprovante não é válido',
      brokenBody:
        'A assinatura não corresponde a nenhuma doação dos nossos registros. Talvez o endereço esteja incompleto: escaneie o código de novo ou copie o endereço inteiro. Se esta mensagem continuar aparecendo, o comprovante foi alterado ou não foi emitido por nós.',
      nothingReversed: 'Nenhuma',
      since: 'Devoluções e contestações',
      private: 'O doador não aparece aqui.',
      details: 'Verifique por sua conta',
      detailsBody:
        'A assinatura é Ed25519 (RFC 8032) sobre exatamente estes bytes, em UTF-8. As chaves públicas estão no endereço abaixo; a declaração indica a sua chave.',
      statement: 'Declaração',
      signature: 'Assinatura (base64url)',
      keys: 'Chaves públicas',
    },
  },
};
