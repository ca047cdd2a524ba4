import type { mailEn } from '../en/mail.ts';
import type { Texts } from '../shape.ts';

/** The Portuguese texts of mails. */
export const mailPt: Texts<typeof mailEn> = {
  email: {
    greeting: 'Olá, {name}!',
    greetingNoName: 'Olá!',
    signature: 'Obrigado!',
    note: 'Nota da nossa equipe: {note}',
    ownerProvisionedSubject: 'Sua conta para arrecadar fundos está pronta',
    ownerProvisionedBody:
      'Abrimos uma conta em seu nome com este endereço de e‑mail, para que você possa acompanhar as causas criadas para você. Não é preciso ter senha: enviamos um código sempre que você quiser entrar.',
    ownerProvisionedIgnore: 'Se você não esperava este e‑mail, pode ignorá-lo.',
    causeCreatedSubject: 'Uma causa foi criada em seu nome',
    causeCreatedBody:
      'A causa “{title}” foi criada em seu nome. Ela é um rascunho: não tem página pública até ser publicada.',
    causeCreatedLink: 'Você pode revisá-la e publicá-la aqui: {causeUrl}',
    causesCreatedSubject: 'Mais causas foram criadas em seu nome',
    causesCreatedBody:
      '{count, plural, one {Desde nosso último e‑mail, mais uma causa foi criada em seu nome. Ela é um rascunho: não tem página pública até ser publicada.} other {Desde nosso último e‑mail, mais # causas foram criadas em seu nome. Elas são rascunhos: não têm página pública até serem publicadas.}}',
    causesCreatedLink: 'Você encontra todas as suas causas aqui: {url}',
    causeChanged: {
      rejected: {
        subject: 'Sua causa não foi aceita',
        what: 'Nossa equipe não aceitou sua causa “{title}”. Ela não tem página pública e não pode receber doações.',
      },
      paused: {
        subject: 'Sua causa foi pausada',
        what: 'Nossa equipe pausou sua causa “{title}”, e só nossa equipe pode retomá-la. Enquanto isso, ninguém pode doar.',
      },
      info_required: {
        subject: 'Precisamos de mais informações sobre sua causa',
        what: 'Nossa equipe precisa de mais informações suas sobre a causa “{title}”. Até recebê-las, ninguém pode doar e nada pode ser sacado. Responda a este e‑mail para que possamos dizer o que falta.',
      },
      funds_on_hold: {
        subject: 'Estamos analisando sua causa',
        what: 'Nossa equipe está analisando sua causa “{title}”. Até o fim da análise, ninguém pode doar e o dinheiro fica onde está.',
      },
      resumed: {
        subject: 'Sua causa não está mais interrompida',
        what: 'Nossa equipe decidiu que sua causa “{title}” pode continuar.',
      },
      open: 'Ela já pode receber doações novamente.',
      notOpen: 'No momento, ela não recebe doações.',
      link: 'Veja a situação dela aqui: {causeUrl}',
      ask: 'Se tiver dúvidas ou achar que é um engano, responda a este e‑mail.',
    },
    donationCompletedSubject: 'Sua doação de {amount}',
    donationCompletedBody: 'Obrigado! Sua doação para “{title}” chegou.',
    receiptCopySubject: 'Comprovante da sua doação de {amount}',
    receiptCopyBody: 'Enviamos outra cópia do comprovante da sua doação para “{title}”.',
    receiptBody: 'Enviamos o comprovante da sua doação para “{title}”.',
    donationCompletedReceipt: 'Número do comprovante: {paymentId}',
    donationCompletedKeep: 'Guarde este e‑mail: ele é o seu comprovante.',
    donationCompletedPage: 'Ver seu comprovante',
    donationCompletedAttached: 'Anexamos seu comprovante em PDF.',
    donationCompletedPrivate:
      'A página do seu comprovante continuará no ar. Guarde o endereço só para você: quem o tiver pode ver seu comprovante.',
    donationRefundedSubject: 'Devolvemos {back}',
    donationRefundedBody:
      'Seu pagamento de {amount} para “{title}” chegou fora do prazo ou em duplicidade, por isso não foi contado como doação. Devolvemos o valor total para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
    donationRefundedPartBody:
      'Seu pagamento de {amount} para “{title}” chegou fora do prazo ou em duplicidade, por isso não foi contado como doação. Seu banco devolveu uma parte para você, e nós devolvemos o restante, {back}, para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
    donationMismatchPartBody:
      'Recebemos {amount} para “{title}”. Isso não corresponde à doação, por isso não foi contado. Seu banco devolveu uma parte para você, e nós devolvemos o restante, {back}, para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
    donationRefundedRestBody:
      'Seu pagamento de {amount} para “{title}” chegou fora do prazo ou em duplicidade, por isso não foi contado como doação. Devolvemos {back} para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
    donationMismatchRestBody:
      'Recebemos {amount} para “{title}”. Isso não corresponde à doação, por isso não foi contado. Devolvemos {back} para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
    donationRefundedSent: 'Antes disso, enviamos {amount} para você por transferência bancária.',
    donationRefundedTaken: 'Seu banco já devolveu {amount} para você.',
    donationRefundedReceipt: 'Número do pagamento: {paymentId}',
    donationMismatchBody:
      'Recebemos {amount} para “{title}”. Isso não corresponde à doação, por isso não foi contado. Devolvemos o valor total para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
    refund: {
      subject: 'Devolvemos {back}',
      whole: 'Devolvemos integralmente sua doação de {amount} para “{title}”.',
      part: 'Devolvemos {back} da sua doação de {amount} para “{title}”.',
      rest: 'A causa fica com {left}.',
      noRest: 'Com isso, o valor total já voltou para você.',
      where:
        'O dinheiro volta para o cartão ou a conta que você usou para pagar. Pode levar alguns dias para aparecer.',
      number: 'Número do pagamento: {paymentId}',
    },
    refundReturned: {
      subject: 'Nossa devolução de {back} não chegou até você',
      what: 'Avisamos que havíamos devolvido {back} do seu pagamento de {amount} para “{title}”. Depois disso, seu banco devolveu esse dinheiro para nós.',
      next: 'Ele não se perdeu: está guardado para você, e estamos buscando outra forma de devolvê-lo. Por enquanto, você não precisa fazer nada. Podemos escrever para perguntar para onde enviá-lo.',
    },
    refundByHand: {
      subject: 'Enviamos {back} para você por transferência bancária',
      whole:
        'Não conseguimos devolver seu pagamento de {amount} para “{title}” ao cartão ou à conta que você usou para pagar, por isso enviamos o valor integral por transferência bancária.',
      part: 'Não conseguimos devolver {back} do seu pagamento de {amount} para “{title}” ao cartão ou à conta que você usou para pagar, por isso enviamos esse valor por transferência bancária.',
      uncounted: 'O pagamento não foi contado como doação.',
      reference: 'Referência da transferência',
      sentOn: 'Enviado em',
      where: 'Pode levar alguns dias para aparecer. Se você não o encontrar, responda a este e‑mail com a referência.',
    },
    transferReturned: {
      subject: 'Nossa transferência de {back} não chegou até você',
      what: 'Enviamos {back} para você por transferência bancária, pelo seu pagamento de {amount} para “{title}”. Seu banco devolveu esse dinheiro para nós.',
      next: 'Ele não se perdeu: estamos guardando {owed} para você. Responda a este e‑mail e informe para qual conta devemos enviar: o nome do titular, o banco, a agência e o número da conta. Nunca pedimos número de cartão, código ou senha.',
      returnedOn: 'Devolvida em',
    },
    withdrawal: {
      requestedSubject: 'Você solicitou um saque de {amount}',
      requestedBody:
        'Recebemos sua solicitação de saque de {amount} de “{title}” para {account}. Alguém da nossa equipe vai analisá-la. Enquanto isso, o valor fica reservado.',
      approvedSubject: 'Seu saque de {amount} foi aprovado',
      approvedBody: 'Seu saque de {amount} de “{title}” para {account} foi aprovado e será enviado em breve.',
      sendingSubject: 'Estamos enviando {amount} para você',
      sendingBody:
        'Começamos a enviar {amount} de “{title}” para {account}. Não é mais possível cancelar. Avisaremos por e‑mail quando o banco tiver enviado.',
      heldSubject: 'Estamos revendo seu saque de {amount}',
      heldBody:
        'Ainda não enviamos {amount} de “{title}” para {account}. Alguém da nossa equipe está revendo o saque. O valor continua reservado.',
      rejectedSubject: 'Seu saque de {amount} não foi aprovado',
      rejectedBody:
        'Seu saque de {amount} de “{title}” para {account} não foi aprovado. O valor está disponível de novo.',
      cancelledSubject: 'Seu saque de {amount} foi cancelado',
      cancelledBody:
        'Você cancelou seu saque de {amount} de “{title}” para {account}. O valor está disponível de novo.',
      paidSubject: 'Enviamos {amount} para você',
      paidBody:
        'Enviamos {amount} de “{title}” para {account}. Pode levar alguns dias para aparecer. Se você não o solicitou, avise-nos imediatamente.',
      failedSubject: 'Seu saque de {amount} não chegou',
      failedBody:
        'O banco não aceitou {amount} de “{title}” para {account}. O valor está disponível de novo. Confira a conta antes de solicitar outra vez.',
      sent: 'Enviado em {date}. Referência bancária: {reference}',
      number: 'Número do saque: {withdrawalId}',
    },
    bankAccount: {
      addedSubject: 'Uma conta bancária foi adicionada',
      addedBody:
        'A conta bancária {account} foi adicionada à sua conta, para receber o que suas causas arrecadarem. Nenhum dinheiro será enviado a ela até que nossa equipe a verifique.',
      verifiedSubject: 'Uma conta bancária foi verificada',
      verifiedBody: 'Nossa equipe verificou a conta bancária {account}. Agora você pode solicitar saques para ela.',
      refusedSubject: 'Uma conta bancária não foi aceita',
      refusedBody:
        'Nossa equipe não aceitou a conta bancária {account}. Nenhum dinheiro será enviado a ela. Cancele os saques para essa conta que ainda estejam pendentes e solicite-os de novo para outra conta.',
      notYou:
        'Se você não adicionou esta conta bancária, outra pessoa pode estar usando sua conta. Acesse {url}, escolha “Sair de todos os aparelhos” e responda imediatamente a este e‑mail: cuidaremos para que nenhum dinheiro saia.',
    },
    key: {
      subject: 'Uma chave da API foi criada para sua organização',
      body: 'Uma nova chave da API, {id}, foi criada para sua organização. A chave nunca é enviada por e‑mail.',
      permissions: 'Permissões: {words}',
      anywhere: 'Pode ser usada de qualquer endereço IP.',
      addresses: 'Pode ser usada de: {range}',
      waits: 'Ela ainda não funciona: antes, outra pessoa da nossa equipe precisa aprová-la.',
      replaces: 'Ela substitui a chave {id}, que deixa de funcionar em {date}.',
      approvedSubject: 'Uma chave da API da sua organização foi aprovada',
      approvedBody: 'A chave da API {id} da sua organização foi aprovada. Ela já funciona.',
      refusedSubject: 'Uma chave da API da sua organização não foi aprovada',
      refusedBody: 'A chave da API {id} da sua organização não foi aprovada. Ela nunca funcionou nem vai funcionar.',
      notYou: 'Se ninguém da sua organização a solicitou, responda imediatamente a este e‑mail: vamos revogar a chave.',
    },
    /** To the contact that a client had, about what was agreed with it. */
    terms: {
      subject: 'O que foi acordado para sua organização mudou',
      intro: 'Nossa equipe alterou o que foi acordado para sua organização.',
      fee: 'A comissão das causas e dos links criados a partir de agora é de {value}. Era de {previous}.',
      feeModels: {
        plus_gateway_costs:
          'Nas causas e nos links criados a partir de agora, o criador também paga o custo de processamento.',
        all_inclusive: 'Nas causas e nos links criados a partir de agora, a comissão inclui o custo de processamento.',
      },
      contact:
        'A partir de {date}, os e‑mails sobre suas chaves e seu acordo serão enviados para {email}, e não mais para você.',
      contactNow: 'Os e‑mails sobre suas chaves e seu acordo agora são enviados para {email}, e não mais para você.',
      nobody: 'A partir de {date}, ninguém receberá os e‑mails sobre suas chaves e seu acordo.',
      nobodyNow: 'A partir de agora, ninguém recebe os e‑mails sobre suas chaves e seu acordo.',
      object:
        'Se sua organização não concordou com isso, responda imediatamente a este e‑mail. Até {date} podemos manter você como contato.',
      notYou: 'Se sua organização não concordou com isso, responda imediatamente a este e‑mail.',
    },
    contactKept: {
      subject: 'Você continua sendo o contato da sua organização',
      body: 'Nossa equipe interrompeu a mudança de contato. Os e‑mails sobre suas chaves e seu acordo continuam sendo enviados para você.',
      rest: 'O restante do que escrevemos para você sobre essa mudança continua valendo.',
    },
    signIn: {
      subject: '{code} é o seu código para entrar',
      code: 'Seu código: {code}',
      where: 'Digite-o na página em que o solicitou, ou abra este link em qualquer aparelho: {url}',
      short: 'Os dois valem por {minutes}\u00a0minutos e uma única vez.',
      ignore: 'Se você não o solicitou, pode ignorar este e‑mail: sem o código ou o link, ninguém consegue entrar.',
    },
    newBrowser: {
      subject: 'Novo acesso à sua conta',
      what: 'Alguém entrou na sua conta com {browser} no {system}, em {date}. É a primeira vez que vemos este navegador.',
      whatUnknown: 'Alguém entrou na sua conta em {date}, com um navegador que não tínhamos visto antes.',
      you: 'Se foi você, não é preciso fazer nada.',
      notYou:
        'Se não foi você, abra {url} e escolha “Sair de todos os aparelhos”. Depois, troque a senha do seu e‑mail: quem entrou leu o código que enviamos para você.',
    },
    passkeyChanged: {
      added: {
        subject: 'Uma chave de acesso foi adicionada à sua conta',
        what: 'Em {date}, uma chave de acesso foi adicionada à sua conta. Suas sessões nos outros aparelhos foram encerradas.',
      },
      removed: {
        subject: 'Uma chave de acesso foi removida da sua conta',
        what: 'Em {date}, uma chave de acesso foi removida da sua conta. Suas sessões nos outros aparelhos foram encerradas.',
      },
      you: 'Se foi você, não precisa fazer nada.',
      notYou:
        'Se não foi você, entre em {url}, remova as chaves de acesso que não conhece, escolha “Sair de todos os aparelhos” e responda a este e‑mail imediatamente.',
    },
    passkeysRemoved: {
      subject: 'Suas chaves de acesso foram removidas',
      what: 'Alguém da nossa equipe removeu as chaves de acesso da sua conta e encerrou suas sessões: {reason}',
      next: 'Entre com um código, como sempre, e adicione uma nova chave de acesso: {url}',
      notYou: 'Se você não solicitou isso, entre agora e avise nossa equipe imediatamente.',
    },
  },
};
