import type { Messages } from './shape.ts';

/** Os textos dos e-mails que contam a alguém o que foi feito em seu nome, para que perceba o que não fez. */
export const safetyPt: Messages['safety'] = {
  bankAccount: {
    addedSubject: 'Uma conta bancária foi adicionada',
    addedBody:
      'A conta bancária {account} foi adicionada à sua conta, para receber o que suas causas arrecadarem. Nenhum dinheiro é enviado a ela antes que nossa equipe a verifique.',
    verifiedSubject: 'Uma conta bancária foi verificada',
    verifiedBody: 'Nossa equipe verificou a conta bancária {account}. Agora você pode pedir saques para ela.',
    refusedSubject: 'Uma conta bancária não foi aceita',
    refusedBody: 'Nossa equipe não aceitou a conta bancária {account}. Nenhum dinheiro será enviado a ela.',
    notYou:
      'Se você não adicionou esta conta bancária, outra pessoa pode estar usando sua conta. Acesse {url}, escolha “Sair em todos os aparelhos” e responda imediatamente a esta mensagem: cuidaremos para que nenhum dinheiro saia.',
  },
  key: {
    subject: 'Uma chave da API foi criada para sua organização',
    body: 'Uma nova chave da API, {id}, foi criada para sua organização. A chave em si nunca é enviada por e-mail.',
    permissions: 'O que ela pode fazer: {words}',
    anywhere: 'Pode ser usada de qualquer endereço.',
    addresses: 'Pode ser usada de: {range}',
    waits: 'Ela ainda não funciona: antes, uma segunda pessoa da nossa equipe precisa aprová-la.',
    notYou:
      'Se ninguém da sua organização a pediu, responda imediatamente a esta mensagem: vamos parar a chave.',
  },
};
