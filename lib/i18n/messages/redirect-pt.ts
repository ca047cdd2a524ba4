import type { Messages } from './shape.ts';

/** Os textos dos pagamentos que terminam em outro lugar: em um banco ou em uma carteira digital. */
export const redirectPt: Messages['redirect'] = {
  action: {
    bank_transfer: 'Continuar no seu banco',
    wallet: 'Continuar no Mercado Pago',
  },
  leaving: {
    bank_transfer: 'Levando você ao seu banco…',
    wallet: 'Levando você ao Mercado Pago…',
  },
  bounds: {
    card: 'Com cartão você pode doar de {min} a {max}.',
    bank_transfer: 'Por transferência bancária você pode doar de {min} a {max}.',
    wallet: 'Com o Mercado Pago você pode doar de {min} a {max}.',
  },
  outOfBounds: 'Este valor não pode ser pago desta forma',
  changeAmount: 'Escolha outro valor acima.',
  instead: {
    card: 'Pagar com cartão',
    bank_transfer: 'Pagar por transferência bancária',
    wallet: 'Pagar com o Mercado Pago',
  },
  amountMovedBody:
    'Ele foi alterado em outro lugar, talvez em outra aba. Nenhum valor foi cobrado. Confira o valor e confirme outra vez.',
  refusedDetails:
    'A empresa de pagamentos não aceitou estes dados. Nenhum valor foi cobrado. Confira e tente de novo.',
  notOffered:
    'Esta forma de pagamento não está mais disponível porque o link expira em breve. Nenhum valor foi cobrado. Escolha outra forma de pagamento.',
  notReady: 'Esta forma de pagamento ainda está carregando. Espere um momento.',
  waiting: {
    bank_transfer: {
      title: 'Seu banco ainda não nos avisou',
      paid: 'Se você aprovou a transferência, não precisa fazer mais nada. Os bancos podem levar alguns minutos.',
      stopped:
        'Se você saiu antes de aprovar, nenhum valor foi cobrado: continue no seu banco ou pague de outra forma.',
      continue: 'Voltar ao seu banco',
      step: 'Seu banco aprova a transferência',
    },
    wallet: {
      title: 'O Mercado Pago ainda não nos avisou',
      paid: 'Se você pagou, não precisa fazer mais nada. O Mercado Pago pode levar um tempo para verificar um pagamento.',
      stopped:
        'Se você saiu antes, ou se o pagamento foi recusado, nenhum valor foi cobrado: continue no Mercado Pago ou pague de outra forma.',
      continue: 'Voltar ao Mercado Pago',
      step: 'O Mercado Pago aprova o pagamento',
    },
    recorded: 'Sua doação fica registrada',
    receipt: 'Seu comprovante é enviado',
    other: 'Pagar de outra forma',
    twice:
      'Se você pagar de outra forma, primeiro cancelamos este pagamento. Se mesmo assim os dois chegarem, devolvemos um deles.',
    cannotContinue:
      'Não é possível continuar este pagamento. Nenhum valor foi cobrado. Comece de novo em “Pagar de outra forma”.',
  },
  declined: {
    bank_transfer: {
      title: 'Seu banco não aprovou a transferência',
      body: 'Ela foi recusada ou interrompida, ou o tempo acabou. Você pode tentar de novo ou pagar de outra forma.',
      retry: 'Tentar a transferência de novo',
    },
    wallet: {
      title: 'O Mercado Pago não aprovou o pagamento',
      body: 'Ele foi recusado ou interrompido, ou o tempo acabou. Você pode tentar de novo.',
      retry: 'Tentar de novo com o Mercado Pago',
    },
  },
  wallet: {
    account:
      'Você precisa de uma conta no Mercado Pago. Lá você paga com o saldo ou com um cartão que já esteja salvo.',
    next: 'Na próxima página você entra na sua conta e confirma. Depois volta para cá.',
  },
  pse: {
    next: 'Na próxima página você aprova a transferência no seu banco. Depois volta para cá.',
    why: 'O PSE exige estes dados de todos que pagam com uma conta bancária. Eles vão para a empresa de pagamentos e para o seu banco; nós guardamos somente seu nome e seu e-mail.',
    bankLegend: 'Seu banco',
    holderLegend: 'Titular da conta',
    addressLegend: 'Endereço do titular da conta',
    noBanks: 'Não foi possível carregar a lista de bancos',
    noBanksBody:
      'Sem ela não dá para iniciar uma transferência. Nenhum valor foi cobrado. Tente de novo em um momento.',
    bank: 'Banco ou carteira de onde você paga',
    chooseBank: 'Escolha seu banco',
    personType: 'A conta é de uma',
    individual: 'Pessoa física',
    association: 'Pessoa jurídica',
    documentType: 'Tipo de documento',
    documents: {
      CC: 'Cédula de cidadania (CC)',
      CE: 'Cédula de estrangeiro (CE)',
      NIT: 'Número de identificação tributária (NIT)',
      TI: 'Carteira de identidade de menor (TI)',
      PAS: 'Passaporte (PAS)',
      TE: 'Carteira de estrangeiro (TE)',
      RC: 'Registro civil (RC)',
      DI: 'Outro documento de identidade (DI)',
    },
    documentNumber: 'Número do documento',
    documentNumberHint: 'Sem pontos nem espaços.',
    firstName: 'Nome',
    lastName: 'Sobrenome',
    associationNameHint: 'De quem representa a organização.',
    phone: 'Telefone',
    phoneHint: 'Dez dígitos, por exemplo 301 234 5678.',
    street: 'Rua',
    streetHint: 'Por exemplo Calle 93.',
    streetNumber: 'Número',
    streetNumberHint: 'Por exemplo 11‑27.',
    neighborhood: 'Bairro',
    city: 'Cidade ou município',
    zipCode: 'Código postal',
    zipCodeHint: 'Cinco dígitos, por exemplo 11001. Se o seu tiver seis, os cinco primeiros.',
    errors: {
      bank: 'Escolha seu banco.',
      personType: 'Escolha de quem é a conta.',
      documentType: 'Escolha o tipo de documento.',
      documentNumber: 'Informe o número do documento.',
      documentNumberInvalid: 'Informe o número do documento somente com dígitos e letras.',
      firstName: 'Informe o nome.',
      lastName: 'Informe o sobrenome.',
      phone: 'Informe um telefone de dez dígitos.',
      street: 'Informe a rua.',
      streetNumber: 'Informe o número do endereço.',
      neighborhood: 'Informe o bairro.',
      city: 'Informe a cidade ou o município.',
      zipCode: 'Informe um código postal de cinco dígitos.',
      tooLong: '{name}: no máximo {max} caracteres. Encurte, por favor.',
      invalid: '{name}: isto não pode ser enviado. Escreva de novo, por favor.',
    },
  },
};
