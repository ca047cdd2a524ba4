import { accountPt } from './account-pt.ts';
import { cardFormPt } from './card-form-pt.ts';
import { causePt } from './cause-pt.ts';
import { dashboardPt } from './dashboard-pt.ts';
import { devicePt } from './device-pt.ts';
import { givenBackPt } from './given-back-pt.ts';
import { ownCausePt } from './own-cause-pt.ts';
import { ownPaymentsPt } from './own-payments-pt.ts';
import { passkeyPt } from './passkey-pt.ts';
import { payoutPt } from './payout-pt.ts';
import { personPt } from './person-pt.ts';
import { receiptPt } from './receipt-pt.ts';
import { redirectPt } from './redirect-pt.ts';
import { refundPt } from './refund-pt.ts';
import { safetyPt } from './safety-pt.ts';
import type { Messages } from './shape.ts';
import { sharePt } from './share-pt.ts';
import { signInPt } from './sign-in-pt.ts';
import { staffApprovalsPt } from './staff-approvals-pt.ts';
import { staffDisputesPt } from './staff-disputes-pt.ts';
import { staffMoneyPt } from './staff-money-pt.ts';
import { staffPartnersPt } from './staff-partners-pt.ts';
import { staffReconciliationPt } from './staff-reconciliation-pt.ts';
import { staffRecordsPt } from './staff-records-pt.ts';
import { waitingPt } from './waiting-pt.ts';
import { withdrawalPt } from './withdrawal-pt.ts';

/** Os textos em português do Brasil, na mesma forma dos ingleses; quem doa é tratado por “você”. */
export const pt: Messages = {
  ui: {
    testBanner: 'Esta é uma página de teste. Nenhum valor será cobrado.',
    language: 'Idioma',
    skipToContent: 'Ir para o conteúdo principal',
    copy: 'Copiar',
    copied: 'Copiado',
    copySelected: 'O endereço está selecionado: copie-o.',
    tryAgain: 'Tentar de novo',
    homeTitle: 'Doar, simples assim',
    homeBody:
      'Aqui as pessoas apoiam causas que são importantes para elas. Se alguém enviou um link de doação para você, abra o link: ele leva direto à causa.',
    homePartners: 'Se você arrecada fundos para causas, nossa equipe fornece suas chaves e a documentação.',
  },
  checkout: {
    title: 'Doar para {cause}',
    donationTo: 'Doação para',
    with: 'com {partner}',
    expires: 'Você pode doar por este link até {date}.',
    noScript:
      'Para pagar é preciso ter o JavaScript, que está desativado ou não carregou. Ative-o e abra esta página de novo, ou use outro navegador ou celular. Nenhum valor foi cobrado.',
    backToPartner: 'Voltar para {partner}',
    back: 'Voltar ao site anterior',
    causePage: 'Visitar a página da causa',
    secure:
      'Os dados do cartão vão direto para a empresa de pagamentos. Nunca vemos nem guardamos o número do seu cartão.',
    amount: {
      legend: 'Quanto você quer doar?',
      other: 'Outro valor',
      otherLabel: 'Valor em {currency}',
      otherHint: 'Somente números inteiros, por exemplo {example}.',
      echo: 'Você vai doar {amount}.',
      echoWords: 'Você vai doar {amount} ({words}).',
      muchMore:
        'Isso é {times, number} vezes o valor sugerido de {asked}. Se é o que você quer, agradecemos muito. Se não, confira os zeros.',
      saving: 'Atualizando o valor…',
      updated: 'O valor agora é {amount}.',
    },
    details: {
      legend: 'Seus dados',
      name: 'Seu nome (opcional)',
      email: 'E-mail (opcional)',
      emailRequired: 'E-mail',
      emailHint: 'Enviamos seu comprovante para este e-mail.',
      suggestion: 'Você quis dizer {email}?',
      useSuggestion: 'Usar {email}',
      anonymous: 'Doar anonimamente',
      anonymousHint:
        'A página pública da causa não vai mostrar seu nome. Quem a organiza não vê então nem seu nome nem seu e-mail.',
    },
    payment: {
      legend: 'Pagamento',
      method: 'Como você quer pagar?',
      card: 'Cartão',
      bank_transfer: 'Transferência bancária (PSE)',
      wallet: 'Mercado Pago',
      loading: 'Carregando o formulário do cartão…',
      slow: 'Está demorando mais que o normal. Talvez a conexão esteja lenta; o formulário aparece assim que chegar.',
      renewed: 'O valor mudou e o formulário do cartão é novo. Informe os dados do cartão outra vez.',
      notReady: 'O formulário do cartão ainda está carregando. Espere um momento.',
      needsCookies:
        'Seu navegador bloqueia cookies, e precisamos de um para receber sua doação. Permita-os nesta página e tente de novo.',
      pay: 'Doar {amount}',
      working: 'Seu pagamento está sendo processado. Mantenha esta página aberta.',
      bankAsks: 'Se o seu banco quiser confirmar que é você, a janela dele se abre sobre esta página.',
      amountMoved: 'O valor agora é {amount}',
      amountMovedBody:
        'Ele foi alterado em outro lugar, talvez em outra aba. Nenhum valor foi cobrado. Confira o valor, informe o cartão outra vez e confirme.',
      startedAgain: 'Foi preciso iniciar o pagamento de novo',
      startedAgainBody:
        'A cobrança é feita só uma vez: se a primeira tentativa ainda chegar, é ela que vale. O valor é {amount}: digite o cartão de novo e confirme.',
    },
    confirming: {
      title: 'Confirmando sua doação…',
      approved: 'Seu pagamento foi enviado ao banco',
      checking: 'Estamos esperando a confirmação',
      recorded: 'Sua doação fica registrada',
      safe: 'Você pode fechar esta página: nada se perde e nada é cobrado duas vezes.',
      mail: 'Se você informou um e-mail, o comprovante é enviado para ele.',
      slow: 'Está demorando mais que o normal. Continuamos verificando; você também pode voltar a este endereço mais tarde.',
      unreachable:
        'Não estamos conseguindo falar com a empresa de pagamentos agora. Sua doação não se perdeu; continuamos tentando.',
      notYet: 'O pagamento ainda não chegou',
      notYetBody:
        'Se você parou, ou se o banco não aprovou, nenhum valor foi cobrado e você pode tentar de novo. Se você pagou, espere um pouco: esta página continua verificando.',
      again: 'Voltar ao pagamento',
      status: 'Ver a situação da sua doação',
    },
    completed: {
      title: 'Agradecemos sua doação',
      body: 'Sua doação de {amount} para {cause} chegou.',
      bodyNoAmount: 'Sua doação para {cause} chegou.',
      paid: 'Você doou',
      cause: 'Causa',
      receipt: 'Número do comprovante',
      page: 'Ver e imprimir seu comprovante',
      keep: 'Guarde este número, caso queira perguntar algo sobre sua doação.',
      returning:
        '{seconds, plural, one {Você volta para {partner} em # segundo.} other {Você volta para {partner} em # segundos.}}',
      returningBack:
        '{seconds, plural, one {Você volta ao site anterior em # segundo.} other {Você volta ao site anterior em # segundos.}}',
      stay: 'Ficar nesta página',
      staying: 'Você continua aqui. Use o botão quando quiser.',
    },
    expired: {
      title: 'Este link de doação expirou',
      body: 'Ele ficou aberto até {date}. Nenhum valor foi cobrado.',
      bodyRefund: 'Ele ficou aberto até {date}.',
      next: 'Se ainda quiser ajudar, peça um novo link onde você encontrou este.',
    },
    cancelled: {
      title: 'Esta doação foi cancelada',
      body: 'Este link não pode mais ser usado. Nenhum valor foi cobrado.',
      bodyRefund: 'Este link não pode mais ser usado.',
      next: 'Se ainda quiser ajudar, peça um novo link onde você encontrou este.',
    },
    notOpenYet: {
      title: 'Esta causa ainda não está aberta',
      body: 'As doações começam quando ela for publicada. Nenhum valor foi cobrado. Volte mais tarde com este mesmo link.',
    },
    notAccepting: {
      title: 'Esta causa não está recebendo doações',
      body: 'Ela encerrou ou pausou a arrecadação, por isso não é possível pagar aqui. Nenhum valor foi cobrado.',
    },
    noMethod: {
      title: 'Ainda não há como pagar aqui',
      body: 'Esta causa arrecada em {currency}, e nenhuma forma de pagamento desta página aceita essa moeda. Nenhum valor foi cobrado.',
    },
    refund: {
      due: 'Estamos devolvendo {amount}',
      dueBody:
        'Este dinheiro chegou tarde ou duas vezes, por isso não ficou com a causa. Ele está voltando para o lugar de onde veio.',
      done: 'Devolvemos {amount}',
      doneBody:
        'Este dinheiro chegou tarde ou duas vezes, por isso voltou para o lugar de onde veio. O banco pode levar alguns dias para mostrar a devolução.',
    },
    missing: {
      title: 'Uma parte desta página não carregou',
      body: 'Verifique sua conexão e carregue a página de novo. Se você já pagou, seu pagamento está seguro e não será cobrado duas vezes.',
    },
    trouble: {
      title: 'Não conseguimos mostrar esta doação agora',
      body: 'Não estamos conseguindo acessar algo de que precisamos. Nada se perdeu, e abrir esta página não cobrou nada. Tente de novo em um momento.',
    },
  },
  redirect: redirectPt,
  receipt: receiptPt,
  cardForm: cardFormPt,
  device: devicePt,
  waiting: waitingPt,
  givenBack: givenBackPt,
  share: sharePt,
  person: personPt,
  withdrawal: withdrawalPt,
  safety: safetyPt,
  refund: refundPt,
  staff: {
    approvals: staffApprovalsPt,
    partners: staffPartnersPt,
    money: staffMoneyPt,
    records: staffRecordsPt,
    ...staffDisputesPt,
    reconciliation: staffReconciliationPt,
  },
  signIn: signInPt,
  account: accountPt,
  passkey: passkeyPt,
  dashboard: dashboardPt,
  ownCause: ownCausePt,
  cause: causePt,
  ownPayments: ownPaymentsPt,
  payout: payoutPt,
  declines: {
    title: 'O pagamento não foi concluído',
    noMoney: 'Nenhum valor foi cobrado.',
    generic: 'Seu banco não aprovou este pagamento. Tente com outro cartão ou fale com o banco.',
    insufficientFunds:
      'O cartão não tem saldo ou limite suficiente para a doação. Tente com outro cartão ou com um valor menor.',
    limitExceeded: 'O limite deste cartão foi atingido. Tente com outro cartão ou com um valor menor.',
    expiredCard: 'Este cartão está vencido. Use outro cartão ou confira a data de validade.',
    wrongNumber: 'O número do cartão não está correto. Confira e tente de novo.',
    wrongCode: 'O código de segurança não está correto. São os 3 dígitos do verso, ou os 4 da frente.',
    wrongExpiry: 'A data de validade não está correta. Confira e tente de novo.',
    wrongPostalCode: 'O CEP ou código postal não corresponde ao cartão. Confira e tente de novo.',
    notSupported: 'Este cartão não pode ser usado para esta doação. Tente com outro cartão.',
    currencyNotSupported: 'Este cartão não aceita esta moeda. Tente com outro cartão.',
    authentication: 'Seu banco não conseguiu confirmar que era você. Tente de novo ou use outro cartão.',
    processing: 'O banco teve um problema ao processar o cartão. Tente de novo em um momento.',
    duplicate:
      'O mesmo valor foi pago com este cartão há pouco. Confira seu extrato ou sua fatura antes de tentar de novo.',
    tooMany: 'Este cartão foi tentado vezes demais. Espere um pouco ou use outro cartão.',
    incomplete: 'Confira os dados do cartão: algo está faltando ou não está correto.',
  },
  errors: {
    summary: 'Confira o seguinte',
    amountEmpty: 'Informe um valor ou escolha um dos que estão acima.',
    amountNotNumber: 'Informe o valor em números, por exemplo {example}.',
    amountNotWhole: 'Informe um valor inteiro, sem centavos, por exemplo {example}.',
    amountAmbiguous: 'Escreva o valor sem pontos nem vírgulas, por exemplo {example}.',
    amountTooSmall: 'O menor valor que pode ser pago aqui é {min}.',
    amountTooLarge: 'O maior valor que pode ser pago aqui é {max}.',
    amountRefused: 'Este valor não pode ser pago desta forma. Escolha outro valor.',
    emailInvalid: 'Informe um e-mail como nome@example.org, ou deixe em branco.',
    emailRequired: 'Informe seu e-mail, por exemplo nome@example.org.',
    nameTooLong: 'Informe um nome de no máximo 120 caracteres.',
    looksLikeCard: 'Isto parece um número de cartão. Informe-o somente no formulário do cartão.',
    refused: 'Isto não foi aceito. Confira e tente de novo.',
    offline: 'Parece que você está sem conexão. Nenhum valor foi cobrado. Confira a conexão e tente de novo.',
    notSaved:
      'Não foi possível salvar suas alterações porque a comunicação falhou. Nenhum valor foi cobrado. Tente de novo.',
    gatewayDown:
      'Não estamos conseguindo falar com a empresa de pagamentos agora. Nenhum valor foi cobrado. Tente de novo em um momento.',
    tooMany:
      '{seconds, plural, =0 {Houve tentativas demais. Nenhum valor foi cobrado. Tente de novo mais tarde.} one {Houve tentativas demais. Nenhum valor foi cobrado. Tente de novo em # segundo.} other {Houve tentativas demais. Nenhum valor foi cobrado. Tente de novo em # segundos.}}',
    tooManyMinutes:
      '{minutes, plural, one {Houve tentativas demais. Nenhum valor foi cobrado. Tente de novo em # minuto.} other {Houve tentativas demais. Nenhum valor foi cobrado. Tente de novo em # minutos.}}',
    unexpectedTitle: 'Algo deu errado do nosso lado',
    unexpectedBody: 'Não conseguimos mostrar esta página. Tente de novo em um momento.',
    notFoundTitle: 'Esta página não existe',
    notFoundBody:
      'Confira se o endereço está completo. Se você seguiu um link, peça um novo a quem o enviou.',
  },
  email: {
    greeting: 'Olá, {name}!',
    greetingNoName: 'Olá!',
    signature: 'Que bom ter você por perto.',
    ownerProvisionedSubject: 'Sua conta para arrecadar fundos está pronta',
    ownerProvisionedBody:
      'Uma conta foi aberta em seu nome com este endereço, para que você possa acompanhar as causas criadas para você. Não é preciso ter senha: enviamos um link quando você quiser entrar.',
    ownerProvisionedIgnore: 'Se você não esperava esta mensagem, pode ignorá-la.',
    causeCreatedSubject: 'Uma causa foi criada em seu nome',
    causeCreatedBody:
      'A causa “{title}” foi criada em seu nome. Ela é um rascunho: ninguém mais a vê até que seja publicada.',
    causeCreatedLink: 'Quando for publicada, todos vão encontrá-la aqui: {causeUrl}',
    causesCreatedSubject: 'Mais causas foram criadas em seu nome',
    causesCreatedBody:
      '{count, plural, one {Desde nossas últimas mensagens, mais uma causa foi criada em seu nome. Ela é um rascunho: ninguém mais a vê até que seja publicada.} other {Desde nossas últimas mensagens, mais # causas foram criadas em seu nome. Elas são rascunhos: ninguém mais as vê até que sejam publicadas.}}',
    causesCreatedLink: 'Você encontra todas as suas causas aqui: {url}',
    donationCompletedSubject: 'Sua doação de {amount}',
    donationCompletedBody: 'Agradecemos sua doação. O valor de {amount} para “{title}” chegou em {date}.',
    donationCompletedReceipt: 'Número do comprovante: {paymentId}',
    donationCompletedKeep: 'Guarde esta mensagem: ela é o seu comprovante.',
    donationCompletedPage: 'Seu comprovante, para imprimir ou baixar: {receiptUrl}',
    donationCompletedPrivate:
      'Ele fica lá para sempre. Guarde o endereço só para você: quem o tiver pode ler seu comprovante.',
    donationRefundedSubject: 'Devolvemos {amount}',
    donationRefundedBody:
      'Seu pagamento de {amount} para “{title}” não pôde ser aceito porque chegou tarde ou duas vezes. Devolvemos o valor integral para o lugar de onde veio. O banco pode levar alguns dias para mostrar a devolução.',
    donationRefundedReceipt: 'Número do pagamento: {paymentId}',
  },
};
