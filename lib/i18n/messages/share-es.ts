import type { Messages } from './shape.ts';

/** Los textos para contar a otras personas de una causa. */
export const shareEs: Messages['share'] = {
  title: 'Cuéntales a otras personas de esta causa',
  message: 'Mira la causa «{cause}». Aquí se puede donar:',
  button: 'Compartir',
  whatsapp: 'WhatsApp',
  email: 'Por correo',
  link: 'Dirección de la página de esta causa',
};
