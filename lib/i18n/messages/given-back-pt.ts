import type { Messages } from './shape.ts';

/** Os textos do dinheiro que não conta: não era o que foi pedido, voltou para nós ou foi recuperado por um banco. */
export const givenBackPt: Messages['givenBack'] = {
  mismatchDue:
    'O que chegou não é o que esta doação pediu, por isso não foi retido. Está voltando para o lugar de onde veio.',
  mismatchDone:
    'O que chegou não era o que esta doação pediu, por isso voltou para o lugar de onde veio. O banco pode levar alguns dias para mostrar a devolução.',
  returned: 'Nossa devolução de {amount} não chegou até você',
  returnedBody:
    'Tínhamos enviado esse dinheiro de volta, mas seu banco o mandou para nós outra vez. Nada se perdeu: o valor está guardado para você e estamos buscando outra forma de devolvê-lo. Por enquanto você não precisa fazer nada.',
  chargedBack: 'Seu banco devolveu {amount} para você',
  chargedBackBody:
    'Seu banco recuperou esse pagamento em seu nome. Ele não foi contado como doação, e nada mais será cobrado.',
  mailBody:
    'Recebemos {amount} para “{title}”, que não é o que a doação pediu, por isso não foi possível aceitar. Devolvemos o valor integral para o lugar de onde veio. O banco pode levar alguns dias para mostrar a devolução.',
};
