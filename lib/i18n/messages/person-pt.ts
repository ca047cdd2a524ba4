import type { Messages } from './shape.ts';

/** Os textos do campo que afasta os robôs. */
export const personPt: Messages['person'] = {
  field: 'Site (deixe vazio)',
  title: 'Não conseguimos reconhecer que há uma pessoa aqui',
  body: 'Um campo que as pessoas não veem foi preenchido, talvez por um gerenciador de senhas. Ele já está vazio de novo. Nenhum valor foi cobrado: pressione o botão mais uma vez.',
};
