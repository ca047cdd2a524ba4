import type { Messages } from './shape.ts';

/** Os textos do dinheiro que não era o que foi pedido e é devolvido. */
export const givenBackPt: Messages['givenBack'] = {
  mismatchDue:
    'O que chegou não é o que esta doação pediu, por isso não foi retido. Está voltando para o lugar de onde veio.',
  mismatchDone:
    'O que chegou não era o que esta doação pediu, por isso voltou para o lugar de onde veio. O banco pode levar alguns dias para mostrar a devolução.',
  mailBody:
    'Recebemos {amount} para “{title}”, que não é o que a doação pediu, por isso não foi possível aceitar. Devolvemos o valor integral para o lugar de onde veio. O banco pode levar alguns dias para mostrar a devolução.',
};
