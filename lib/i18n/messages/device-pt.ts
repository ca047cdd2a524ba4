import type { Messages } from './shape.ts';

/** Os textos para continuar uma doação em outro aparelho. */
export const devicePt: Messages['device'] = {
  phone: 'Continuar no seu celular',
  other: 'Continuar em outro aparelho',
  how: 'Leia este código com a câmera do outro aparelho ou abra o link nele. Ele leva a esta mesma doação.',
  code: 'Código QR que abre esta doação em outro aparelho',
  link: 'Link desta doação',
};
