import type { Messages } from './shape.ts';

/** The Portuguese texts of passkeys. */
export const passkeyPt: Messages['passkey'] = {
  askTitle: 'Confirme com sua chave de acesso',
  askBody:
    'Seu aparelho pede sua digital, seu rosto ou seu PIN, ou sua chave de segurança. Nós nunca os vemos.',
  use: 'Usar minha chave de acesso',
  addTitle: 'Adicione uma chave de acesso',
  addBody:
    'Seu aparelho cria a chave de acesso e a guarda. Ele pede sua digital, seu rosto ou seu PIN, que nós nunca vemos.',
  addNeeded:
    'A equipe precisa de uma chave de acesso além do código do e-mail: quem lê seu e-mail não entra só com ele.',
  add: 'Adicionar uma chave de acesso',
  waiting: 'Siga as instruções do seu aparelho…',
  failed: 'Não funcionou ou foi cancelado. Tente de novo.',
  refused: 'Esta chave de acesso não foi aceita. Tente de novo.',
  unsupported:
    'Este navegador não consegue usar chaves de acesso. Abra a página em um navegador atual ou no celular.',
  noScript:
    'Este passo precisa de JavaScript, porque é o navegador que fala com o seu aparelho. Ative-o e carregue a página de novo.',
  lost: 'Perdeu sua chave de acesso? Alguém da nossa equipe pode removê-la; depois você adiciona uma nova.',
  other: 'Entrar com outra conta',
};
