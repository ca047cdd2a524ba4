import type { Messages } from './shape.ts';

/** Los textos para continuar una donación en otro dispositivo. */
export const deviceEs: Messages['device'] = {
  phone: 'Continuar en tu teléfono',
  other: 'Continuar en otro dispositivo',
  how: 'Escanea este código con la cámara del otro dispositivo, o abre allí el enlace. Lleva a esta misma donación.',
  code: 'Código QR que abre esta donación en otro dispositivo',
  link: 'Enlace a esta donación',
};
