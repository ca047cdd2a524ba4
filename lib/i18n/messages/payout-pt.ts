import type { Messages } from './shape.ts';

/** The Portuguese texts of a creator's balance, bank accounts and withdrawals, as written in Brazil. */
export const payoutPt: Messages['payout'] = {
  title: 'Saques',
  titleOf: 'Saldo e saques: {title}',
  intro: 'O que suas causas arrecadaram, onde está e como chega ao seu banco.',
  balance: {
    title: 'Saldo',
    titleIn: 'Saldo em {currency}',
    collected: 'Arrecadado',
    commission: 'Nossa comissão',
    gatewayCost: 'Custos dos processadores de pagamento',
    refunded: 'Devolvido a doadores',
    disputed: 'Em disputas, ou perdido nelas',
    reserved: 'Solicitado, ainda não enviado',
    paidOut: 'Enviado ao seu banco',
    onItsWay: 'A caminho',
    keptForOthers: 'Retido por suas outras causas',
    available: 'Disponível',
    negative: 'Voltou aos doadores mais do que restava. As novas doações cobrem isso primeiro.',
    none: 'Ainda não se arrecadou nada.',
  },
  /** Money that a payment service has not released yet; the days are those of UTC. */
  arrivals: {
    one: 'A caminho: {amount}, chega em {date}',
    next: 'A caminho: {total}; disso, {amount} chega em {date}',
    undated: 'A caminho: {total}; ainda não se sabe em que dia chega',
    title: 'O que está a caminho chega assim:',
    on: '{amount} em {date}',
    later: '{amount} depois disso, tudo até {date}',
    unknown: '{amount} em um dia que ainda não se conhece',
  },
  ask: {
    title: 'Solicitar um saque',
    amount: 'Valor em {currency}',
    amountHint: 'Unidades inteiras, no máximo {amount}.',
    account: 'Enviar para',
    reason: 'Para que é',
    reasonHint: 'Para a nossa equipe e seus próprios registros.',
    submit: 'Solicitar este saque',
    nothing: 'Ainda não há nada para sacar.',
    usedUp: 'Você já solicitou tudo o que um dia permite. Amanhã (UTC) pode solicitar de novo.',
    onHold: 'Na situação atual, esta causa guarda seu dinheiro. Você poderá sacar quando isso mudar.',
    noAccount:
      'Primeiro adicione uma conta bancária em {currency}; nossa equipe a verifica antes de enviar dinheiro.',
    waiting:
      'Sua conta bancária espera a verificação da nossa equipe. Depois você poderá solicitar um saque.',
    addAccount: 'Adicionar uma conta bancária',
  },
  rules: {
    title: 'Como funcionam os saques',
    available:
      'Agora você pode sacar até {amount}: o arrecadado que já chegou, menos comissões, custos e devoluções. Nenhuma causa paga mais do que todas as suas causas nesta moeda têm juntas.',
    release:
      'Uma doação chega alguns dias depois de feita, quando o processador de pagamento a libera. Até lá, está a caminho.',
    daily:
      'Em um dia (UTC) você pode solicitar {limit} entre todas as suas causas nesta moeda; hoje restam {left}.',
    threshold:
      'O que você solicita em um dia (UTC) é aprovado na hora até {amount} no total; hoje restam {left}. Acima disso, espera uma pessoa da nossa equipe.',
    people:
      'Quem solicita nunca aprova e nada se move sozinho: nossa equipe envia cada saque aprovado ao seu banco e anota aqui. Você recebe um e-mail a cada passo.',
  },
  list: {
    title: 'Seus saques',
    caption: 'Saques, do mais novo ao mais antigo',
    empty: 'Você ainda não solicitou um saque.',
    asked: 'Solicitado',
    amount: 'Valor',
    account: 'Para a conta',
    state: 'Situação',
    reason: 'Motivo',
    cause: 'Causa',
    since: 'desde {date}',
    note: 'Nossa equipe: {note}',
    action: 'Ação',
    cancel: 'Cancelar',
    cancelOf: 'o saque de {amount}',
  },
  states: {
    requested: 'Espera aprovação',
    approved: 'Aprovado, a enviar',
    rejected: 'Não aprovado',
    cancelled: 'Cancelado por você',
    paid: 'Enviado',
    failed: 'Não chegou',
  },
  /** Why a withdrawal that was approved waits again. */
  held: {
    cause_on_hold: 'Não foi enviado: na situação atual, a causa guarda seu dinheiro.',
    bank_account_not_verified: 'Não foi enviado: a conta bancária não está mais verificada.',
    over_available: 'Não foi enviado: dinheiro voltou aos doadores e resta menos do que você solicitou.',
    not_released:
      'Não foi enviado: uma parte desse dinheiro ainda está a caminho, com o processador de pagamento.',
    over_creator_sum:
      'Não foi enviado: dinheiro de outra causa sua voltou aos doadores, e esta compensa isso.',
  },
  causes: {
    title: 'Por causa',
    caption: 'O que você pode sacar de cada causa',
    available: 'Disponível',
  },
  accounts: {
    title: 'Contas bancárias',
    caption: 'Suas contas bancárias, da mais nova à mais antiga',
    empty: 'Você ainda não adicionou uma conta bancária.',
    add: 'Adicionar uma conta bancária',
    account: 'Conta',
    holder: 'Titular',
    currency: 'Moeda',
    state: 'Situação',
    states: {
      unverified: 'Espera verificação',
      verified: 'Verificada',
      rejected: 'Não aceita',
    },
  },
  form: {
    title: 'Adicionar uma conta bancária',
    intro: 'Nossa equipe a verifica antes de enviar dinheiro. Ela tem que ser sua ou da sua organização.',
    country: 'País do banco',
    currency: 'Moeda da conta',
    bankName: 'Banco',
    accountType: 'Tipo de conta',
    types: { savings: 'Poupança', checking: 'Corrente' },
    accountNumber: 'Número da conta',
    accountNumberHint: 'Como seu banco escreve: o número, a CLABE ou o IBAN. Depois aparece só em parte.',
    holderName: 'Titular da conta',
    holderNameHint: 'Como consta no banco.',
    holderDocument: 'Documento de identidade do titular',
    holderDocumentHint: 'Tipo e número, por exemplo CPF 123.456.789-09.',
    submit: 'Adicionar esta conta',
    cancel: 'Voltar sem salvar',
  },
  faults: {
    tooLate: 'Isto já está decidido. Carregue a página de novo para ver como está.',
    sentBefore:
      'Este formulário já foi enviado com outros valores. Veja a lista abaixo e solicite de novo se não estiver lá.',
    amount: 'Escreva um valor inteiro maior que zero.',
    amountWhole: 'Escreva um valor inteiro, sem centavos.',
    amountAmbiguous: 'Aqui pontos e vírgulas podem ser lidos de duas maneiras. Escreva o valor sem eles.',
    otherCurrency: 'Esta conta é de outra moeda.',
    overBalance: 'É mais do que você pode sacar agora.',
    notReleased: 'É mais do que chegou até agora. Em {date} haverá o suficiente.',
    notReleasedUndated:
      'É mais do que chegou até agora. O processador de pagamento ainda não disse quando chega o resto.',
    overCreatorSum:
      'É mais do que você pode sacar agora: dinheiro de outra causa sua voltou aos doadores, e esta compensa isso.',
    overDailyLimit: 'É mais do que resta do limite de um dia.',
    notVerified: 'Esta conta não está verificada.',
    onHold: 'Na situação atual, esta causa guarda seu dinheiro.',
  },
  notices: {
    bankAccountAdded:
      'A conta foi adicionada. Nossa equipe vai verificá-la; depois você poderá sacar para ela.',
    withdrawalRequested:
      'Recebemos sua solicitação. Uma pessoa da nossa equipe vai decidir; enquanto isso o valor fica reservado.',
    payoutApproved: 'Seu saque está aprovado. Nossa equipe vai enviá-lo ao seu banco.',
    withdrawalCancelled: 'O saque foi cancelado. O valor está disponível de novo.',
  },
};
