import type { reviewEn } from '../en/review.ts';
import type { Texts } from '../shape.ts';

/** The Portuguese texts of the page that names what an action of staff would do, before it is done. */
export const reviewPt: Texts<typeof reviewEn> = {
  review: {
    nothingYet: 'Nada foi alterado ainda.',
    done: 'Você já confirmou isto. Não será feito de novo.',
    willHappen: 'O que vai acontecer',
    wasConfirmed: 'O que você confirmou',
    goOn: 'Continuar',
    about: 'Sobre',
    reason: 'Motivo',
    reasonHint: 'Para o registro de auditoria. Toda a equipe pode ler.',
    reasonHintIfStops:
      'Obrigatório se as doações ou os saques forem interrompidos. Para o registro de auditoria: toda a equipe pode ler; o criador, não.',
    goBack: 'Voltar sem alterar nada',
    takeBack: 'Cancelar sua solicitação',
    actions: {
      cause_change_state: 'Mudar a situação',
      cause_restore: 'Remover a marca de fraude',
      key_revoke: 'Revogar a chave',
      key_reject: 'Recusar a chave',
      link_cancel: 'Cancelar o link',
      payment_refund: 'Devolver o pagamento',
      refund_reject: 'Recusar a devolução',
      refund_close: 'Encerrar a devolução com falha sem enviar nada',
      refund_record_transfer: 'Registrar a transferência',
      refund_record_return: 'Registrar o retorno',
      withdrawal_start_sending: 'Iniciar o envio do saque',
      withdrawal_mark_sent: 'Registrar o saque como enviado',
      withdrawal_mark_not_sent: 'Registrar o saque como não enviado',
      withdrawal_reject: 'Recusar o saque',
      withdrawal_fail: 'Registrar a falha do saque',
      bank_account_reject: 'Recusar a conta bancária',
      batch_start_sending: 'Iniciar o envio do lote',
      batch_mark_sent: 'Registrar o lote como enviado',
      batch_mark_not_sent: 'Registrar o lote como não enviado',
      passkey_reset: 'Remover as chaves de acesso',
      donor_erase: 'Apagar os dados do doador',
      creator_erase: 'Apagar os dados do criador',
    },
    restore: {
      title: 'Remover a marca de fraude',
      intro: 'A causa volta à situação que tinha antes: {state}.',
      submit: 'Remover a marca…',
    },
    acknowledge: {
      title: 'Reconhecer uma diferença',
      intro:
        'Para uma diferença que tem explicação. Ela continua na tabela com seu motivo, mas não espera mais pela equipe, a menos que um dos valores mude.',
      which: 'Diferença',
      submit: 'Reconhecer',
      status: 'Explicação',
      open: 'Ainda sem explicação',
      allKnown: '{count, plural, one {A única diferença tem explicação} other {As # diferenças têm explicação}}',
    },
    lines: {
      moved: 'A situação passa de “{from}” para “{to}”.',
      attempts:
        '{count, plural, =0 {Nenhum pagamento está em andamento.} one {# pagamento em andamento é cancelado: {sum}.} other {# pagamentos em andamento são cancelados: {sum} no total.}}',
      openLinks:
        '{count, plural, =0 {Nenhum link está aberto.} one {# link aberto não pode mais ser pago.} other {# links abertos não podem mais ser pagos.}}',
      heldWithdrawals:
        '{count, plural, =0 {Nenhum saque está pendente. Não será possível solicitar novos.} one {# saque de {sum} fica em espera e não pode ser enviado.} other {# saques de {sum} no total ficam em espera e não podem ser enviados.}}',
      hidden: 'A página pública da causa deixa de ser exibida.',
      undoFraud:
        'Você pode desfazer isso na página da causa, que então volta à situação de hoje. Pagamentos cancelados continuam cancelados.',
      undoMove: 'A situação pode ser mudada de novo depois. Pagamentos cancelados continuam cancelados.',
      collectsAgain: 'A causa volta a aceitar doações.',
      restsStill: 'A causa continua sem aceitar doações.',
      paysOutAgain: 'O criador pode voltar a sacar dinheiro.',
      holdsStill: 'O criador continua sem poder sacar dinheiro.',
      canceledStay: 'Pagamentos e links cancelados continuam cancelados.',
      keyStops: 'A partir deste momento, toda solicitação com esta chave é recusada.',
      keyNever: 'Esta chave nunca funcionará.',
      keyUsed: 'Foi usada pela última vez {ago}.',
      keyUnused: 'Nunca foi usada.',
      keyOthers:
        '{count, plural, =0 {O cliente não tem outra chave ativa: sem esta não pode usar a API.} one {O cliente tem mais # chave ativa.} other {O cliente tem mais # chaves ativas.}}',
      linkEnds: 'Ninguém mais pode pagar este link de {client} no valor de {amount}.',
      paidMeanwhile: 'Se o doador já pagou, o link fica concluído.',
      refund: '{amount} voltam ao doador por {gateway}. Restam {left} do pagamento.',
      refundCollected: 'O total de “{cause}” diminui em {amount}.',
      sentByHand:
        '{amount} contam como devolvidos ao doador, pela transferência bancária {reference} de {date}. Restam {left} do pagamento.',
      sentOutside: 'Nada é enviado por aqui: o dinheiro precisa ter saído da nossa conta bancária.',
      sentClosed: 'A devolução foi encerrada sem enviar nada. Ficará marcada como enviada manualmente.',
      sentBeyond:
        'Do que foi enviado, {amount} superam o que restava do pagamento: o doador ou o banco dele já tem esse dinheiro. É perda nossa, não do criador, até que volte.',
      sentBefore:
        'Já consta como enviado manualmente: {references}. Registre {reference} somente se for outra transferência que também saiu da nossa conta.',
      donorNotMailed: 'O doador não é avisado por e‑mail. Peça você mesmo que ele devolva o que recebeu duas vezes.',
      transferReturned:
        '{amount} não contam mais como devolvidos: a transferência bancária {reference} voltou à nossa conta em {date}. Restarão {left} do pagamento.',
      returnedCollected: 'O total de “{cause}” aumenta em {amount} até que o dinheiro seja enviado de novo.',
      returnedUnmatched: 'O dinheiro volta a ser devido ao doador.',
      returnedQueue: 'A devolução com falha volta à lista da equipe. Nada é enviado nem devolvido automaticamente.',
      donorAsked: 'Perguntamos ao doador por e‑mail para onde enviar: {email}.',
      donorNotAsked: 'Não resta nada para o doador, então ninguém é avisado.',
      donorMail: 'O doador é avisado por e‑mail: {email}.',
      donorUnknown: 'O doador não deixou e‑mail, então ninguém é avisado.',
      secondPerson: 'Antes, uma segunda pessoa da equipe deve aprovar.',
      refundEnds: '{amount} não são devolvidos. A solicitação é encerrada.',
      anotherRequest: 'É possível solicitar outra devolução na página do pagamento.',
      toSend: '{amount} ficam por enviar para {account}, em nome de {holder}.',
      noCancel: 'A partir daí, ninguém pode cancelá-lo.',
      creatorTold: 'O criador é avisado por e‑mail: {email}.',
      undoSending: 'Se no fim não for enviado, você pode registrar isso, e o saque é analisado de novo.',
      notSent:
        '{amount} ficam registrados como não enviados para {account}, em nome de {holder}. Se mesmo assim saírem do banco, são pagos duas vezes.',
      decideAgain: 'O saque volta para análise. {amount} continuam reservados.',
      beingSent:
        '{count, plural, one {# saque de {sum} já está sendo enviado e não é interrompido.} other {# saques de {sum} no total já estão sendo enviados e não são interrompidos.}}',
      paid: '{amount} ficam registrados como enviados para {account}, em nome de {holder}.',
      paidAs: 'Fica registrado com a referência do banco {reference}, como enviado em {date}.',
      paidOutside: 'Nada é enviado daqui: o dinheiro é enviado pelo banco.',
      moneyBack: '{amount} voltam a ficar disponíveis em “{cause}”.',
      creatorMail: 'O criador é avisado por e‑mail, com o que você escreveu: {email}.',
      undoPaid: 'Se o banco retornar o dinheiro, você pode registrar a falha do saque.',
      accountNever: 'Não é possível enviar dinheiro para esta conta, nem agora nem depois.',
      accountWithdrawals:
        '{count, plural, one {# saque para ela fica em espera e não pode ser enviado: {sum}.} other {# saques para ela ficam em espera e não podem ser enviados: {sum} no total.}}',
      batchToSend:
        '{count, plural, one {# saque de {sum} fica por enviar} other {# saques de {sum} no total ficam por enviar}}.',
      batchHeld:
        '{count, plural, one {# saque não é enviado porque não cumpre mais uma condição. Ele volta para análise.} other {# saques não são enviados porque não cumprem mais uma condição. Eles voltam para análise.}}',
      batchNothing: 'Nenhum saque do lote pode ser enviado agora, então ele é cancelado.',
      batchAccounts:
        '{count, plural, one {O dinheiro vai para # conta bancária.} other {O dinheiro vai para # contas bancárias.}}',
      batchNoCancel: 'A partir daí, os saques do lote não podem ser cancelados.',
      batchUndoSending:
        'Se no fim o lote não for enviado, você pode registrar isso, e os saques são analisados de novo.',
      batchPaid:
        '{count, plural, one {# saque de {sum} fica registrado como enviado} other {# saques de {sum} no total ficam registrados como enviados}} em {date}.',
      batchUndoPaid: 'Se o banco retornar um saque, você pode registrar a falha.',
      batchNotSent:
        '{count, plural, one {# saque de {sum} fica registrado como não enviado. Se mesmo assim sair do banco, é pago duas vezes.} other {# saques de {sum} no total ficam registrados como não enviados. Se algum sair do banco mesmo assim, é pago duas vezes.}}',
      batchDecideAgain: 'O lote é encerrado. Os saques voltam para análise, e o dinheiro deles continua reservado.',
      batchTold: '{count, plural, one {# criador é avisado} other {# criadores são avisados}} por e‑mail.',
      batchMail:
        '{count, plural, one {# criador é avisado} other {# criadores são avisados}} por e‑mail, com o que você escreveu.',
      refundClosed: '{amount} não são enviados ao doador. A devolução com falha sai da lista.',
      refundClosedLeft: 'É possível solicitar outra devolução na página do pagamento.',
      refundClosedWrittenOff: 'O que foi baixado continua devido ao doador, que ainda pode reclamá-lo.',
      nobodyTold: 'Ninguém é avisado.',
      passkeysGone:
        '{count, plural, one {# chave de acesso de {name} deixa de funcionar.} other {# chaves de acesso de {name} deixam de funcionar.}}',
      sessionsEnd:
        '{count, plural, =0 {A pessoa não tem nenhuma sessão aberta.} one {# sessão da pessoa é encerrada.} other {# sessões da pessoa são encerradas.}}',
      passkeyAgain: 'No próximo acesso por e‑mail, a pessoa pode adicionar uma nova.',
      holderMail: 'A pessoa é avisada por e‑mail, com o que você escreveu: {email}.',
      erasedPayments:
        '{count, plural, one {São apagados nome, e‑mail, mensagem e cartão de # pagamento.} other {São apagados nomes, e‑mails, mensagens e cartões de # pagamentos.}}',
      erasedLinks:
        '{count, plural, one {O mesmo é apagado de # link de pagamento, assim como os campos próprios do parceiro que contêm o e‑mail.} other {O mesmo é apagado de # links de pagamento, assim como os campos próprios do parceiro que contêm o e‑mail.}}',
      erasedMails:
        '{count, plural, =0 {Não há e‑mails guardados para o doador.} one {# e‑mail guardado para o doador é apagado. Se ainda não foi enviado, não será mais.} other {# e‑mails guardados para o doador são apagados. Os que ainda não foram enviados não serão mais.}}',
      erasedNotes:
        '{count, plural, one {O texto de # nota sobre o doador é apagado.} other {Os textos de # notas sobre o doador são apagados.}}',
      booksStay:
        'Valores, livro-razão, totais e números de comprovante permanecem. Os comprovantes continuam válidos, sem nome.',
      gatewaysKeep:
        'Os gateways de pagamento guardam o que o doador informou a eles. O arquivo baixado identifica cada pagamento como o gateway o identifica, para que você também possa solicitar a eles que apaguem.',
      weakerAnswers:
        'Um banco ainda pode contestar um pagamento com cartão por alguns meses. A resposta não terá mais nome nem e‑mail.',
      erasedAccount: 'São apagados o nome, o e‑mail e o telefone de {name}. Ninguém poderá mais entrar na conta.',
      erasedCreatorMails:
        '{count, plural, =0 {Não há e‑mails guardados para o criador.} one {# e‑mail guardado para o criador é apagado. Se ainda não foi enviado, não será mais.} other {# e‑mails guardados para o criador são apagados. Os que ainda não foram enviados não serão mais.}}',
      erasedCreatorNotes:
        '{count, plural, one {O texto de # nota sobre o criador é apagado.} other {Os textos de # notas sobre o criador são apagados.}}',
      erasedBankAccounts:
        '{count, plural, =0 {As contas bancárias para as quais houve solicitações de saque permanecem, para a contabilidade.} one {# conta bancária que nunca foi usada é apagada. As que tiveram solicitações de saque permanecem, para a contabilidade.} other {# contas bancárias que nunca foram usadas são apagadas. As que tiveram solicitações de saque permanecem, para a contabilidade.}}',
      causesStay:
        '{count, plural, =0 {Não há causas.} one {# causa fica como está, com seus textos e os termos aceitos.} other {# causas ficam como estão, com seus textos e os termos aceitos.}}',
      noUndo: 'Isso não pode ser desfeito.',
    },
  },
};
