import type { Messages } from './shape.ts';

/** Os textos para contar a outras pessoas sobre uma causa. */
export const sharePt: Messages['share'] = {
  title: 'Conte a outras pessoas sobre esta causa',
  message: 'Veja a causa “{cause}”. Aqui é possível doar:',
  button: 'Compartilhar',
  whatsapp: 'WhatsApp',
  email: 'Por e-mail',
  link: 'Endereço da página desta causa',
};
