import type { Messages } from './shape.ts';

/** Os textos dos saques: os e-mails que contam a quem arrecada como está cada um. */
export const withdrawalPt: Messages['withdrawal'] = {
  email: {
    requestedSubject: 'Você pediu {amount}',
    requestedBody:
      'Recebemos seu pedido de saque de {amount} de “{title}” para {account}. Alguém da nossa equipe vai analisá-lo; enquanto isso, o valor fica reservado.',
    approvedSubject: 'Seu saque de {amount} foi aprovado',
    approvedBody: 'Seu saque de {amount} de “{title}” para {account} foi aprovado e será enviado em breve.',
    heldSubject: 'Seu saque de {amount} está sendo revisto',
    heldBody:
      'Ainda não enviamos {amount} de “{title}” para {account}: uma pessoa da nossa equipe vai revê-lo. O valor continua reservado.',
    rejectedSubject: 'Seu saque de {amount} não foi aprovado',
    rejectedBody:
      'Seu saque de {amount} de “{title}” para {account} não foi aprovado. O valor está disponível de novo.',
    cancelledSubject: 'Seu saque de {amount} foi cancelado',
    cancelledBody:
      'Você cancelou seu saque de {amount} de “{title}” para {account}. O valor está disponível de novo.',
    paidSubject: 'Enviamos {amount} para você',
    paidBody:
      'Enviamos {amount} de “{title}” para {account}. O banco pode levar alguns dias para mostrar o valor. Se você não fez esse pedido, avise-nos imediatamente.',
    failedSubject: 'Seu saque de {amount} não chegou',
    failedBody:
      'O banco não aceitou {amount} de “{title}” para {account}. O valor está disponível de novo. Confira a conta antes de pedir outra vez.',
    note: 'O que nossa equipe escreveu: {note}',
    number: 'Número do saque: {withdrawalId}',
  },
};
