import type { checkoutEn } from '../en/checkout.ts';
import type { Texts } from '../shape.ts';

/** The Portuguese texts of the checkout: its form, its methods, and what became of a payment. The donor is “você”. */
export const checkoutPt: Texts<typeof checkoutEn> = {
  checkout: {
    title: 'Doar para {cause}',
    /** In the browser's tab. */
    titles: {
      error: 'Erro: {title}',
      declined: 'Pagamento recusado',
    },
    donationTo: 'Doação para',
    with: 'com {partner}',
    expires: 'Você pode doar por este link até {date}.',
    noScript:
      'Para pagar, você precisa do JavaScript, que está desativado ou não carregou. Ative-o e recarregue esta página, ou use outro navegador ou celular. Nenhum valor foi cobrado.',
    backToPartner: 'Voltar para {partner}',
    back: 'Voltar ao site anterior',
    causePage: 'Visitar a página da causa',
    giveOnCausePage: 'Doar para esta causa',
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
        'Isso é {times, number} vezes o valor sugerido de {asked}. Se é isso mesmo, obrigado! Se não, confira os zeros.',
      updated: 'O valor agora é {amount}.',
    },
    details: {
      legend: 'Seus dados',
      name: 'Seu nome (opcional)',
      email: 'E-mail (opcional)',
      emailRequired: 'E-mail',
      emailHint: 'Enviaremos seu comprovante para este e‑mail.',
      suggestion: 'Você quis dizer {email}?',
      useSuggestion: 'Usar {email}',
      anonymous: 'Doar anonimamente',
      anonymousHint:
        'Seu nome não vai aparecer na página pública da causa, e quem a organiza não vai ver seu nome nem seu e‑mail.',
      message: 'Adicionar uma mensagem',
      messageLabel: 'Sua mensagem (opcional)',
      messageHint: 'Vai aparecer na página da causa, com seu nome se você o informar. Até 280\u00a0caracteres.',
    },
    /** Apple Pay and Google Pay, above the form. */
    express: {
      title: 'Pagar com sua carteira',
      details:
        'Se você deixar seu nome e e‑mail em branco abaixo, usaremos os da sua carteira e enviaremos o comprovante para esse e‑mail.',
      or: 'Ou preencha o formulário',
    },
    payment: {
      legend: 'Pagamento',
      method: 'Como você quer pagar?',
      card: 'Cartão',
      bank_transfer: 'Transferência bancária (PSE)',
      wallet: 'Mercado Pago',
      from: 'a partir de {min}',
      upTo: 'até {max}',
      amountFirst: 'Primeiro escolha um valor que possa ser pago aqui.',
      loading: 'Carregando o formulário do cartão…',
      slow: 'Está demorando mais que o normal: a empresa de pagamentos ou a conexão está lenta. O formulário vai aparecer assim que carregar.',
      /** Why the pay button is off. */
      off: {
        paused: 'Os pagamentos com cartão estão em pausa; por isso este botão está desativado por enquanto.',
        unavailable: 'No momento não é possível pagar desta forma; por isso este botão está desativado.',
        slow: 'Este botão vai funcionar quando o formulário carregar.',
        over: 'Você já pode pagar desta forma.',
      },
      notReady: 'O formulário do cartão ainda está carregando. Aguarde um momento.',
      needsCookies:
        'Seu navegador está bloqueando cookies, e precisamos de um para receber sua doação. Permita-os nesta página e tente de novo.',
      pay: 'Doar {amount}',
      payNoAmount: 'Doar',
      working: 'Seu pagamento está sendo processado. Mantenha esta página aberta.',
      bankAsks: 'Se o seu banco precisar confirmar que é você, a janela dele vai se abrir sobre esta página.',
      startedAgain: 'Este pagamento foi interrompido',
      startedAgainBody:
        'Nenhum valor foi cobrado. Enquanto isso, a doação foi alterada em outro lugar, talvez em outra aba. Para doar {amount}, pressione o botão outra vez.',
    },
    /** A method's form that has several steps. */
    steps: {
      of: 'Etapa {step} de {steps}',
      payer: 'Sobre você',
      bank: 'Seu banco',
      review: 'Confira e continue',
      continue: 'Continuar',
      back: 'Voltar',
    },
    confirming: {
      title: 'Confirmando sua doação…',
      approved: 'Seu pagamento foi enviado ao banco',
      checking: 'Estamos aguardando a confirmação',
      recorded: 'Sua doação fica registrada',
      safe: 'Você pode fechar esta página com tranquilidade: nada se perde, e a cobrança não será feita duas vezes.',
      mail: 'Se você informou seu e‑mail, enviaremos o comprovante para ele.',
      slow: 'Está demorando mais que o normal. Continuamos verificando; você também pode voltar a esta página mais tarde.',
      /** The payment company cannot be reached: by what is known of the money. */
      unreachable: {
        charged:
          'Seu pagamento foi feito. No momento, não conseguimos nos conectar à empresa de pagamentos para registrá-lo, mas continuamos tentando.',
        unknown:
          'No momento, não conseguimos nos conectar à empresa de pagamentos, por isso ainda não sabemos se houve cobrança. Continuamos verificando: não pague de novo até esta página avisar.',
      },
      /** Whether this page can be closed: by what is known of the money. */
      close: {
        charged: 'Você pode fechar esta página: sua doação será registrada de qualquer forma, com uma única cobrança.',
        unknown:
          'Se houve cobrança, sua doação vale mesmo que você feche esta página. Se não houve, volte a esta página para tentar de novo.',
      },
      notYet: 'O pagamento ainda não chegou',
      notYetBody:
        'Se você parou, ou se o banco não aprovou, nenhum valor foi cobrado e você pode tentar de novo. Se você pagou, aguarde um pouco: esta página continua verificando.',
      again: 'Voltar ao pagamento',
      status: 'Ver a situação da sua doação',
    },
    paidWith: {
      card: 'Cartão',
      cardEnding: '{brand} com final {last4}',
      bank_transfer: 'Transferência bancária (PSE)',
      bank: 'Transferência bancária (PSE), {bank}',
      wallet: 'Mercado Pago',
    },
    completed: {
      title: 'Obrigado pela sua doação',
      body: 'Sua doação de {amount} para {cause} chegou.',
      bodyNoAmount: 'Sua doação para {cause} chegou.',
      paid: 'Você doou',
      cause: 'Causa',
      method: 'Você pagou com',
      date: 'Data',
      receipt: 'Número do comprovante',
      sent: 'Enviamos seu comprovante para {email}.',
      emailLabel: 'Para onde enviamos o comprovante?',
      emailHint: 'Seu e‑mail. Só o usamos para escrever para você sobre esta doação.',
      emailSend: 'Enviar meu comprovante',
      statement: 'Na fatura ou no extrato, vai aparecer como “{descriptor}”.',
      page: 'Ver e imprimir seu comprovante',
      again: 'Doar de novo',
      returning:
        '{seconds, plural, =0 {Levando você de volta para {partner}…} one {Você voltará para {partner} em #\u00a0segundo.} other {Você voltará para {partner} em #\u00a0segundos.}}',
      returningBack:
        '{seconds, plural, =0 {Levando você de volta ao site anterior…} one {Você voltará ao site anterior em #\u00a0segundo.} other {Você voltará ao site anterior em #\u00a0segundos.}}',
      stay: 'Ficar nesta página',
      staying: 'Você continua nesta página. Use o botão quando quiser.',
    },
    completedElsewhere: {
      title: 'Esta doação já foi concluída',
      body: 'Este link era para uma única doação, e ela já foi feita. Você também pode doar: um novo link está a um toque.',
      bodyNoCause:
        'Este link era para uma única doação, e ela já foi feita. Se você também quiser doar, peça um novo link onde encontrou este.',
      own: 'Foi você? Obrigado! Seu comprovante está no seu e‑mail, se você o informou, e no navegador que usou para pagar.',
    },
    expired: {
      title: 'Este link de doação expirou',
      body: 'Ele podia ser usado até {date}. Nenhum valor foi cobrado.',
      bodyRefund: 'Ele podia ser usado até {date}.',
      bodyStarted:
        'Ele podia ser usado até {date}. Um pagamento já iniciado ainda pode chegar. Se chegar, não vai contar como doação, e vamos devolver o valor.',
      next: 'Se ainda quiser ajudar, peça um novo link onde você encontrou este.',
    },
    cancelled: {
      title: 'Esta doação foi cancelada',
      body: 'Este link não pode mais ser usado. Nenhum valor foi cobrado.',
      bodyRefund: 'Este link não pode mais ser usado.',
      bodyStarted:
        'Este link não pode mais ser usado. Um pagamento já iniciado ainda pode chegar. Se chegar, não vai contar como doação, e vamos devolver o valor.',
      next: 'Se ainda quiser ajudar, peça um novo link onde você encontrou este.',
    },
    notOpenYet: {
      title: 'Esta causa ainda não está aberta',
      body: 'Você poderá doar quando ela for publicada. Nenhum valor foi cobrado. Volte mais tarde com este mesmo link.',
      until: 'Você pode usar este link até {date}.',
    },
    notAccepting: {
      title: 'Esta causa não está recebendo doações',
      body: 'Ela está encerrada ou em pausa, por isso não é possível doar aqui. Nenhum valor foi cobrado.',
      bodyRefund: 'Ela está encerrada ou em pausa, por isso não é possível doar aqui.',
      bodyStarted:
        'Ela está encerrada ou em pausa, por isso não é possível doar aqui. Um pagamento já iniciado ainda pode chegar. Se chegar, vai contar como doação.',
    },
    noMethod: {
      title: 'No momento não é possível pagar aqui',
      body: 'No momento, nenhuma forma de pagamento desta página aceita {currency}. Nenhum valor foi cobrado.',
      bodyRefund: 'No momento, nenhuma forma de pagamento desta página aceita {currency}.',
      bodyStarted:
        'No momento, nenhuma forma de pagamento desta página aceita {currency}. Um pagamento já iniciado ainda pode chegar. Se chegar, vai contar como doação.',
    },
    refund: {
      due: 'Estamos devolvendo {amount}',
      dueBody:
        'Este pagamento chegou fora do prazo ou em duplicidade, por isso não foi contado como doação. O dinheiro está voltando para o cartão ou a conta que você usou para pagar.',
      done: 'Devolvemos {amount}',
      doneBody:
        'Este pagamento chegou fora do prazo ou em duplicidade, por isso não foi contado como doação. Devolvemos o dinheiro para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
      mismatchDue:
        'O pagamento que recebemos não corresponde a esta doação, por isso não foi contado. O dinheiro está voltando para o cartão ou a conta que você usou para pagar.',
      mismatchDone:
        'O pagamento que recebemos não correspondia a esta doação, por isso não foi contado. Devolvemos o dinheiro para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
      returned: 'Nossa devolução de {amount} não chegou até você',
      returnedBody:
        'Enviamos este dinheiro para você, mas seu banco o devolveu para nós. Ele não se perdeu: está guardado para você, e estamos buscando outra forma de devolvê-lo. Se você informou seu e‑mail, vamos escrever para você se precisarmos de algo.',
      later: 'Vamos devolver {amount}',
      laterBody:
        'Este pagamento não foi contado como doação. Vamos devolver este dinheiro para o cartão ou a conta que você usou para pagar assim que seu banco decidir sobre a contestação.',
      disputed: 'Seu banco está retendo {amount}',
      disputedBody:
        'Você contestou este pagamento no seu banco, que está retendo o dinheiro até decidir. O pagamento não foi contado como doação. Se o banco não devolver o dinheiro para você, nós vamos devolvê-lo.',
      held: 'Seu banco está retendo {amount} deste pagamento até decidir sobre a contestação.',
      returnedByBank: 'Seu banco já devolveu {amount} deste pagamento para você.',
      chargedBack: 'Seu banco devolveu {amount} para você',
      chargedBackBody:
        'Seu banco reverteu este pagamento a seu favor. Ele não foi contado como doação, e nada mais será cobrado.',
      doneByHandBody:
        'Este pagamento não foi contado como doação. Não conseguimos devolvê-lo ao cartão ou à conta que você usou para pagar, por isso enviamos o dinheiro por transferência bancária. Pode levar alguns dias para aparecer.',
      partByHand: 'Desse valor, enviamos {amount} para você por transferência bancária.',
      unclaimed: 'Estamos guardando {amount} para você',
      unclaimedBody:
        'Este pagamento não foi contado como doação, e não conseguimos devolver o dinheiro para você. Ele continua sendo seu: entre em contato e diga para onde enviá-lo.',
      unclaimedContact: 'Escreva para {email}, não para a organização: seus dados bancários são só para nós.',
    },
    missing: {
      title: 'Uma parte desta página não carregou',
      body: 'Confira a conexão e tente de novo. Se você já pagou, seu pagamento está seguro e não será cobrado duas vezes.',
    },
    unavailable: {
      title: 'Não conseguimos mostrar esta doação agora',
      body: 'Um serviço de que precisamos não está respondendo. Nada se perdeu, e abrir esta página não gerou nenhuma cobrança. Tente de novo em um momento.',
    },
  },
  errors: {
    summary: 'Confira o seguinte',
    amountEmpty: 'Informe um valor ou escolha um dos sugeridos.',
    amountNotNumber: 'Informe o valor em números, por exemplo {example}.',
    amountOtherCurrency: 'As doações aqui são em {currency}. Informe o valor nessa moeda, por exemplo {example}.',
    amountMagnitude: 'Você quis dizer {amount}? Se sim, informe {example}.',
    amountNotWhole: 'Informe um valor inteiro, sem centavos, por exemplo {example}.',
    amountAmbiguous: 'Informe o valor sem pontos, vírgulas nem espaços, por exemplo {example}.',
    amountTooSmall: 'O valor mínimo que você pode doar aqui é {min}.',
    amountTooLarge: 'O valor máximo que você pode doar aqui é {max}.',
    amountRefused: 'Este valor não pode ser pago desta forma. Escolha outro valor.',
    methodMissing: 'Escolha como quer pagar.',
    emailInvalid: 'Informe um e‑mail como nome@example.org ou deixe em branco.',
    emailRequired: 'Informe seu e‑mail, por exemplo nome@example.org.',
    nameTooLong: 'Informe um nome de até 120\u00a0caracteres.',
    messageTooLong: 'Escreva uma mensagem de até 280\u00a0caracteres.',
    looksLikeCard: 'Isto parece um número de cartão. Informe-o somente no formulário do cartão.',
    refused: 'Confira este dado e tente de novo.',
    offline: 'Parece que você está sem conexão. Nenhum valor foi cobrado. Confira a conexão e tente de novo.',
    notSaved: 'Não conseguimos salvar sua doação porque a conexão falhou. Nenhum valor foi cobrado. Tente de novo.',
    notReached:
      'A conexão falhou e seu pagamento não foi iniciado. Nenhum valor foi cobrado. Tente de novo em um momento.',
    formSilent:
      'O formulário do cartão não respondeu. Nenhum valor foi cobrado. Tente de novo; se acontecer outra vez, recarregue esta página.',
    gatewayDown:
      'No momento, não conseguimos nos conectar à empresa de pagamentos. Nenhum valor foi cobrado. Tente de novo em um momento.',
    tooMany:
      '{seconds, plural, =0 {Houve muitas tentativas. Nenhum valor foi cobrado. Tente de novo mais tarde.} one {Houve muitas tentativas. Nenhum valor foi cobrado. Tente de novo em #\u00a0segundo.} other {Houve muitas tentativas. Nenhum valor foi cobrado. Tente de novo em #\u00a0segundos.}}',
    tooManyMinutes:
      '{minutes, plural, one {Houve muitas tentativas. Nenhum valor foi cobrado. Tente de novo em #\u00a0minuto.} other {Houve muitas tentativas. Nenhum valor foi cobrado. Tente de novo em #\u00a0minutos.}}',
  },
  declines: {
    title: 'O pagamento não foi concluído',
    noMoney: 'Nenhum valor foi cobrado.',
    generic: 'Seu banco não aprovou este pagamento. Tente com outro cartão ou fale com o banco.',
    insufficientFunds:
      'O cartão não tem saldo ou limite suficiente para a doação. Tente com outro cartão ou com um valor menor.',
    limitExceeded: 'O limite deste cartão foi atingido. Tente com outro cartão ou com um valor menor.',
    expiredCard: 'Este cartão está vencido. Use outro cartão ou confira a data de validade.',
    wrongNumber: 'O número do cartão não está correto. Confira e tente de novo.',
    wrongCode: 'O código de segurança não está correto. São os 3\u00a0dígitos do verso, ou os 4 da frente.',
    wrongExpiry: 'A data de validade não está correta. Confira e tente de novo.',
    wrongPostalCode: 'O CEP ou código postal não corresponde ao cartão. Confira e tente de novo.',
    notSupported: 'Este cartão não pode ser usado para esta doação. Tente com outro cartão.',
    currencyNotSupported: 'Este cartão não aceita esta moeda. Tente com outro cartão.',
    authentication: 'Seu banco não conseguiu confirmar que era você. Tente de novo ou use outro cartão.',
    processing: 'O banco teve um problema ao processar o cartão. Tente de novo em um momento.',
    duplicate:
      'O mesmo valor foi pago com este cartão há pouco. Confira seu extrato ou sua fatura antes de tentar de novo.',
    tooMany: 'Houve muitas tentativas com este cartão. Aguarde um pouco ou use outro cartão.',
    incomplete: 'Confira os dados do cartão: falta algo ou há um dado incorreto.',
  },
  cardForm: {
    blocked: {
      title: 'O formulário do cartão foi bloqueado',
      body: 'A empresa de pagamentos está funcionando, mas algo neste aparelho ou na rede dele está bloqueando o formulário, quase sempre um bloqueador de anúncios ou de conteúdo. Permita {host} nesta página e tente de novo. Nenhum valor foi cobrado.',
    },
    broken: {
      title: 'O formulário do cartão não está funcionando agora',
      body: 'A empresa de pagamentos ({host}) responde, mas o formulário não carregou por completo ou não pôde ser mostrado. Costuma se resolver logo. Nenhum valor foi cobrado.',
    },
    offline: {
      title: 'Parece que você está sem conexão',
      body: 'O formulário do cartão vem de {host} e não carregou. Confira a conexão e tente de novo. Nenhum valor foi cobrado.',
    },
    locked: {
      title: 'Os pagamentos com cartão estão em pausa aqui',
      body: 'Muitos cartões foram recusados há pouco, não necessariamente o seu. Para proteger os cartões do mau uso, os pagamentos com cartão estão em pausa (horário de reabertura: {time}). Nenhum valor foi cobrado, e mantivemos seu valor e seus dados.',
      opens:
        '{minutes, plural, one {O formulário se abrirá de novo automaticamente em #\u00a0minuto.} other {O formulário se abrirá de novo automaticamente em #\u00a0minutos.}}',
      newLink: 'Não quer esperar? Você pode doar agora mesmo com um novo link:',
    },
    refused: {
      title: 'Não podemos mostrar o formulário do cartão agora',
    },
    retrying: 'Continuamos tentando: o formulário vai aparecer assim que funcionar.',
    slowWays: 'Continuamos esperando. Você também pode tentar de novo ou continuar de outra forma.',
  },
  honeypot: {
    field: 'Site (deixe em branco)',
    title: 'Não conseguimos confirmar que você é uma pessoa',
    body: 'Um campo oculto foi preenchido, talvez por um gerenciador de senhas. Já o limpamos. Nenhum valor foi cobrado. Pressione o botão de novo.',
  },
  redirect: {
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
    refusedDetails:
      'A empresa de pagamentos não aceitou estes dados. Nenhum valor foi cobrado. Confira e tente de novo.',
    notOffered:
      'Esta forma de pagamento não está mais disponível porque o link expira em breve. Nenhum valor foi cobrado. Escolha outra forma de pagamento.',
    notOfferedAlone:
      'O link expira em breve, e este pagamento não pode mais ser iniciado. Nenhum valor foi cobrado. Peça um novo link onde você encontrou este.',
    notReady: 'Esta forma de pagamento ainda está carregando. Aguarde um momento.',
    waiting: {
      bank_transfer: {
        title: 'Aguardando a confirmação do seu banco',
        paid: 'Se você aprovou a transferência, não precisa fazer mais nada. Os bancos podem levar alguns minutos.',
        stopped:
          'Se você saiu antes de aprovar, nenhum valor foi cobrado. Continue no seu banco ou pague de outra forma.',
        continue: 'Continuar no seu banco',
        step: 'Seu banco aprova a transferência',
      },
      wallet: {
        title: 'Aguardando a confirmação do Mercado Pago',
        paid: 'Se você pagou, não precisa fazer mais nada. O Mercado Pago pode demorar um pouco para verificar um pagamento.',
        stopped:
          'Se você saiu antes, ou se o pagamento foi recusado, nenhum valor foi cobrado. Continue no Mercado Pago ou comece de novo.',
        continue: 'Continuar no Mercado Pago',
        step: 'O Mercado Pago aprova o pagamento',
      },
      recorded: 'Sua doação fica registrada',
      receipt: 'Seu comprovante é enviado',
      other: 'Pagar de outra forma',
      twice:
        'Se você pagar de outra forma, primeiro cancelaremos este pagamento. Se mesmo assim os dois forem concluídos, devolveremos um deles.',
      unreachable:
        'No momento, não conseguimos nos conectar à empresa de pagamentos, por isso ainda não sabemos se você pagou. Continuamos verificando. Se já pagou, não pague de novo.',
      notOpened: 'Não conseguimos abrir este pagamento agora. Tente de novo em um momento.',
      cannotContinue:
        'Não é mais possível continuar este pagamento. Se você saiu antes de pagar, escolha “Pagar de outra forma”.',
      again: 'Começar de novo',
      twiceAgain:
        'Se você começar de novo, primeiro cancelaremos este pagamento. Se mesmo assim os dois forem concluídos, devolveremos um deles.',
      cannotContinueAgain:
        'Não é mais possível continuar este pagamento. Se você saiu antes de pagar, escolha “Começar de novo”.',
    },
    declined: {
      bank_transfer: {
        title: 'Seu banco não aprovou a transferência',
        body: 'Ela foi recusada ou interrompida, ou o tempo se esgotou. Você pode tentar de novo ou pagar de outra forma.',
        retry: 'Tentar a transferência de novo',
      },
      wallet: {
        title: 'O Mercado Pago não aprovou o pagamento',
        body: 'Ele foi recusado ou interrompido, ou o tempo se esgotou. Você pode tentar de novo.',
        retry: 'Tentar de novo com o Mercado Pago',
      },
    },
    wallet: {
      account: 'Você precisa de uma conta no Mercado Pago. Lá você pode pagar com o saldo ou com um cartão salvo.',
      next: 'Na próxima página, você vai entrar na sua conta e confirmar o pagamento. Depois, voltará para cá.',
    },
    pse: {
      next: 'Na próxima página, você vai aprovar a transferência no seu banco. Depois, voltará para cá.',
      why: 'O PSE exige estes dados de todos que pagam com uma conta bancária. Eles vão para a empresa de pagamentos e para o seu banco; nós guardamos somente seu nome, seu e‑mail e o nome do seu banco.',
      holderLegend: 'Titular da conta',
      addressLegend: 'Endereço do titular da conta',
      review: {
        amount: 'Valor',
        bank: 'Banco',
        address: 'Endereço',
        receipt: 'Comprovante',
        change: 'Alterar',
      },
      noBanks: 'Não conseguimos carregar a lista de bancos',
      noBanksBody:
        'Ela é necessária para iniciar uma transferência. Nenhum valor foi cobrado. Vamos continuar tentando, e a lista aparecerá assim que estiver disponível.',
      bank: 'Banco ou carteira que você vai usar para pagar',
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
      documentWhy: 'O PSE pede o número para o seu banco saber de quem é a conta.',
      firstName: 'Nome',
      lastName: 'Sobrenome',
      associationNameHint: 'O nome de quem representa a organização.',
      phone: 'Telefone',
      phoneHint: 'Dez dígitos, por exemplo 301 234 5678.',
      street: 'Rua e número',
      streetHint: 'Por exemplo, Calle 93 # 11‑27.',
      neighborhood: 'Bairro',
      city: 'Cidade ou município',
      zipCode: 'Código postal',
      zipCodeHint: 'Cinco ou seis dígitos, por exemplo 110111.',
      errors: {
        bank: 'Escolha seu banco.',
        personType: 'Escolha de quem é a conta.',
        documentType: 'Escolha o tipo de documento.',
        documentNumber: 'Informe o número do documento.',
        documentNumberInvalid: 'Informe o número do documento usando somente números e letras.',
        firstName: 'Informe o nome.',
        lastName: 'Informe o sobrenome.',
        phone: 'Informe um número de telefone de dez dígitos.',
        street: 'Informe a rua e o número.',
        streetNumber: 'Informe também o número, por exemplo, Calle 93 # 11‑27. Se não houver, escreva S/N no final.',
        streetTooLong:
          'Encurte o endereço: até {name} caracteres antes do número e {number} para o número. Omita o edifício e abrevie as palavras.',
        neighborhood: 'Informe o bairro.',
        city: 'Informe a cidade ou o município.',
        zipCode: 'Informe um código postal de cinco ou seis dígitos.',
        tooLong: '{name}: use no máximo {max}\u00a0caracteres.',
        invalid: '{name}: confira este dado e informe-o de novo.',
      },
    },
  },
  waiting: {
    processing: {
      title: 'Seu pagamento com cartão está sendo processado',
      step: 'A empresa de pagamentos está processando seu cartão',
      body: 'Isso pode levar alguns minutos, raramente mais. Você não precisa fazer mais nada. Não pague de novo.',
    },
    cardFailed:
      'A empresa de pagamentos não conseguiu concluir seu pagamento com cartão. Tente de novo ou use outro cartão.',
    cardRetry: 'Tentar de novo com cartão',
    nothingPaid: {
      title: 'Ainda não há nenhum pagamento no Mercado Pago',
      body: 'Se você parou ou saiu de lá, nenhum valor foi cobrado. Continue no Mercado Pago ou comece de novo. Se você acabou de pagar, pode levar um momento para aparecer. Esta página continua verificando.',
      step: 'Você paga no Mercado Pago',
    },
    notCancelled: {
      bank_transfer: 'Não conseguimos cancelar sua transferência bancária',
      wallet: 'Não conseguimos cancelar seu pagamento no Mercado Pago',
      body: 'Nada foi cobrado no seu cartão. Deixe o primeiro pagamento sem concluir e pressione o botão de novo para pagar com cartão. Se os dois forem concluídos, devolveremos um deles.',
    },
  },
  device: {
    phone: 'Continuar no seu celular',
    other: 'Continuar em outro aparelho',
    how: 'Escaneie este código com a câmera do outro aparelho ou abra o link nele. Ele leva a esta mesma doação.',
    howByLink: 'Abra este link no outro aparelho. Ele leva a esta mesma doação.',
    code: 'Código QR que abre esta doação em outro aparelho',
    link: 'Link desta doação',
  },
  share: {
    title: 'Compartilhe esta causa com outras pessoas',
    message: 'Conheça a causa “{cause}”. Você pode doar aqui:',
    button: 'Compartilhar',
    whatsapp: 'WhatsApp',
    email: 'Por e‑mail',
    link: 'Link da página desta causa',
  },
};
