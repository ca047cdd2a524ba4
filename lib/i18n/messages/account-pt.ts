import type { Messages } from './shape.ts';

/** The Portuguese texts of one’s own account. */
export const accountPt: Messages['account'] = {
  sessions: {
    title: 'Onde sua conta está aberta',
    caption: 'Suas sessões, primeiro a usada por último',
    browser: 'Navegador',
    named: '{browser} no {system}',
    unknown: 'Um navegador desconhecido',
    begun: 'Entrada',
    seen: 'Último uso',
    thisOne: 'Este navegador',
    endColumn: 'O que fazer',
    end: 'Encerrar esta',
    endAllTitle: 'Um celular ou computador perdido',
  },
  newBrowser: {
    subject: 'Novo acesso à sua conta',
    what: 'Alguém entrou na sua conta com {browser} no {system}, em {date}. É a primeira vez que vemos este navegador.',
    whatUnknown: 'Alguém entrou na sua conta em {date}, com um navegador que vemos pela primeira vez.',
    you: 'Se foi você, não precisa fazer nada.',
    notYou:
      'Se não foi você, abra {url} e escolha “Sair em todos os aparelhos”. Depois troque a senha do seu e-mail: quem entrou leu o código que enviamos para lá.',
  },
  passkeys: {
    title: 'Chaves de acesso',
    intro:
      'Uma chave de acesso (passkey) fica no seu celular, computador ou chave de segurança e abre com sua digital, seu rosto ou seu PIN. Com ela, ninguém entra só com um código do seu e-mail.',
    caption: 'Suas chaves de acesso, primeiro a mais antiga',
    empty: 'Você ainda não tem uma chave de acesso.',
    added: 'Adicionada',
    used: 'Último uso',
    add: 'Adicionar uma chave de acesso',
    remove: 'Remover',
  },
  lost: {
    title: 'Alguém perdeu a chave de acesso',
    intro:
      'Antes, confirme que é mesmo essa pessoa, por um meio que não seja o e-mail. As chaves de acesso dela são removidas, as sessões são encerradas e ela é avisada por e-mail; na próxima entrada, poderá adicionar uma nova.',
    email: 'E-mail da conta',
    reason: 'Por quê, e como você confirmou',
    submit: 'Remover as chaves de acesso',
  },
  passkeysRemoved: {
    subject: 'Suas chaves de acesso foram removidas',
    what: 'Alguém da nossa equipe removeu as chaves de acesso da sua conta e encerrou suas sessões: {reason}',
    next: 'Entre com um código, como sempre, e adicione uma nova chave de acesso: {url}',
    notYou: 'Se não foi você quem pediu, entre agora e avise nossa equipe imediatamente.',
  },
  notices: {
    sessionEnded: 'A sessão foi encerrada.',
    passkeyAdded: 'A chave de acesso foi adicionada. A partir de agora, vamos pedi-la.',
    passkeyRemoved: 'A chave de acesso foi removida.',
    passkeysRemoved: 'As chaves de acesso foram removidas, e a pessoa foi avisada por e-mail.',
  },
  faults: {
    noAccount: 'Nenhuma conta tem este endereço.',
    noPasskey: 'Esta conta não tem chaves de acesso.',
    lastPasskey: 'Aqui a equipe precisa de uma chave de acesso: adicione outra antes de remover esta.',
    passkeyRefused: 'Esta chave de acesso não foi aceita. Tente de novo.',
  },
};
