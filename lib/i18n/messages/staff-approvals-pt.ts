import type { Messages } from './shape.ts';

/** Os textos em português do que precisa de duas pessoas da equipe. */
export const staffApprovalsPt: Messages['staff']['approvals'] = {
  title: 'À espera de uma segunda pessoa',
  intro:
    'Devoluções grandes e chaves que definem comissões ou abrem contas precisam de duas pessoas da equipe. Quem pede nunca aprova.',
  refundsTitle: 'Devoluções',
  refundsCaption: 'Devoluções à espera, as mais antigas primeiro',
  refundsEmpty: 'Nenhuma devolução espera.',
  keysTitle: 'Chaves',
  keysCaption: 'Chaves à espera, as mais antigas primeiro',
  keysEmpty: 'Nenhuma chave espera.',
  amount: 'Valor',
  payment: 'Pagamento',
  reason: 'Motivo',
  key: 'Chave',
  client: 'Cliente',
  permissions: 'Permissões',
  by: 'Pedido por',
  at: 'Pedido em',
  createdBy: 'Criada por',
  approvedBy: 'Aprovado por {name}',
  approver: 'Aprovada por',
  own: 'Foi você que pediu: outra pessoa da equipe aprova. Até lá você pode desistir.',
  takeBack: 'Desistir do pedido',
  refund: {
    title: 'Uma devolução espera uma segunda pessoa',
    intro: 'Aprovada, o dinheiro volta na hora. Antes, tudo é conferido de novo.',
    above:
      'Se no total forem devolvidos mais de {amount} de um pagamento, uma segunda pessoa da equipe precisa aprovar.',
    approve: 'Aprovar e devolver',
    refuse: 'Recusar a devolução',
  },
  keyTitle: 'Espera uma segunda pessoa',
  keyIntro: 'Funciona a partir do momento em que é aprovada. Recusada, fica parada para sempre.',
  keyApprove: 'Aprovar a chave',
  keyRefuse: 'Recusar a chave',
  keyRotate:
    'A chave nova só funciona depois que outra pessoa da equipe a aprova: escolha um tempo suficiente.',
  verifier: 'Você verificou a conta bancária: outra pessoa da equipe marca este saque como pago.',
  reviewer: 'Conferida por',
  singleStaff:
    'Aqui uma só pessoa da equipe pode fazer tudo: verificar uma conta bancária e pagar a ela, devolver qualquer valor e criar qualquer chave. Não se pede uma segunda pessoa porque ALLOW_SINGLE_STAFF está em on.',
};
