import type { Messages } from './shape.ts';

type Faults = Pick<
  Messages['dashboard']['faults'],
  keyof typeof import('./staff-outcomes-en.ts').staffFaultsEn
>;
type Notices = Pick<
  Messages['dashboard']['notices'],
  keyof typeof import('./staff-outcomes-en.ts').staffNoticesEn
>;

/** Os textos em português de por que os formulários da equipe são recusados, por código. */
export const staffFaultsPt: Faults = {
  clientChanged: 'Outra pessoa mudou este cliente enquanto isso. Veja como está agora e salve de novo.',
  feePercent: 'Escreva um número de 0 a 20 com ponto e no máximo quatro decimais.',
  colour: 'Escreva uma cor como #RRGGBB, por exemplo #0B6B53.',
  httpsUrl: 'Escreva um endereço completo que comece com https://.',
  permissionsNeeded: 'Escolha pelo menos uma coisa que a chave possa fazer.',
  addressRange:
    '{count, plural, one {Um destes não é endereço nem faixa CIDR} other {# destes não são endereços nem faixas CIDR}}: escreva 203.0.113.7 ou 203.0.113.0/24.',
  keyOver: 'Esta chave já foi parada ou substituída.',
  linkCompleted: 'O doador foi mais rápido: o link está concluído, o pagamento vale e ele não foi cancelado.',
  linkExpired: 'O link expirou enquanto isso: não há o que cancelar.',
  linkCancelled: 'Alguém já cancelou este link.',
  gatewayAway: 'Não é possível falar com o meio de pagamento agora. Nada mudou; tente em breve.',
  refundAmount: 'Escreva um valor como 12.50, sem separadores de milhar.',
  refundOverLeft: 'É mais do que resta do pagamento.',
  refundUnderWay: 'Outra devolução deste pagamento ainda está em andamento.',
  refundNotCounted: 'Só um pagamento que conta pode ser devolvido à mão.',
  refundDisputed: 'O banco do doador tem este dinheiro em disputa: ele não pode ser devolvido também.',
  refundStale: 'Alguém devolveu uma parte deste pagamento enquanto isso. Veja quanto resta.',
  refundRefused: 'O meio de pagamento recusou esta devolução. O que ele disse está mais abaixo.',
  refundSeenTo: 'Isto já foi resolvido: alguém chegou antes ou uma devolução posterior deu certo.',
  refundNotDue:
    'Este dinheiro não volta por si só: ele conta como doação, ou um banco o retém ou já o recuperou.',
  ownRequest: 'Quem pede nunca decide sobre o pedido.',
  wrongState: 'Outra pessoa foi mais rápida: o estado não permite mais isto.',
  causeOnHold: 'O estado da causa não permite saques.',
  overAvailable: 'Voltou aos doadores mais do que restava: não dá para aprovar agora.',
  moneyNotReleased: 'Os meios de pagamento ainda não liberaram esse valor: não dá para aprovar agora.',
  overSumOfCreator:
    'Em outras causas da mesma pessoa falta mais do que há, e esta compensa isso: não dá para aprovar agora.',
  accountNotVerified: 'A conta bancária não foi verificada.',
  verifiedByYou:
    'Você verificou esta conta bancária: outra pessoa da equipe marca como pago o que é enviado a ela.',
  refundWaits: 'Outra devolução deste pagamento espera uma segunda pessoa.',
  decidedAlready: 'Alguém já decidiu sobre isto.',
  eventTrouble: 'O meio de pagamento não respondeu. O evento espera e é tentado de novo sozinho.',
};

/** E do que foi feito. */
export const staffNoticesPt: Notices = {
  clientCreated: 'O cliente está criado. Agora crie uma chave para ele.',
  keyCreated: 'A chave está criada.',
  keyRotated: 'A chave nova está criada. A antiga para quando você escolheu.',
  keyRevoked: 'A chave parou.',
  causeMoved: 'A causa está no novo estado.',
  linkCancelled: 'O link está cancelado.',
  lockLifted: 'O bloqueio foi retirado: o link pode ser pago de novo.',
  pauseLifted: 'A pausa foi retirada: cartões são aceitos de novo.',
  refundDone: 'O dinheiro está voltando e o doador foi avisado.',
  refundPending:
    'A devolução está em andamento: o meio de pagamento ainda não a concluiu. Ela é tentada de novo sozinha até dar certo; então o doador é avisado.',
  refundRetried: 'A devolução está sendo tentada de novo. Se falhar outra vez, volta para esta lista.',
  refundSeenTo: 'Anotado. A devolução saiu desta lista; sua nota está na auditoria.',
  keyAwaits: 'A chave está criada. Ela não funciona antes que outra pessoa da equipe a aprove.',
  keyApproved: 'A chave funciona a partir de agora.',
  keyRefused: 'A chave foi recusada e nunca vai funcionar.',
  refundAwaits: 'Nada foi devolvido ainda: outra pessoa da equipe precisa aprovar esta devolução.',
  refundEnded: 'A devolução foi recusada. Nada foi devolvido.',
  eventHandled: 'O evento foi processado.',
  accountVerified: 'A conta bancária está verificada.',
  accountRejected: 'A conta bancária foi recusada.',
  accountShown: 'O número da conta e o documento do titular. Que você olhou fica no registro.',
  withdrawalApproved: 'O saque está aprovado. Aguarda o pagamento.',
  withdrawalRejected: 'O saque foi recusado e o dinheiro está disponível de novo.',
  withdrawalPaid: 'O saque foi marcado como pago.',
  withdrawalPutBack:
    'Não foi marcado como pago: algo que foi conferido no pedido não vale mais. Espera uma nova decisão, o dinheiro continua reservado e quem pediu é avisado. O motivo está abaixo.',
  withdrawalFailed: 'O saque foi marcado como falho e o dinheiro está disponível de novo.',
  ledgerChecked: 'O razão contábil foi conferido.',
};
