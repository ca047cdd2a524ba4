import type { Messages } from './shape.ts';

/** Los textos del campo que aleja a los robots. */
export const personEs: Messages['person'] = {
  field: 'Sitio web (déjalo vacío)',
  title: 'No pudimos reconocer que aquí hay una persona',
  body: 'Se llenó un campo que las personas no ven, quizás por un administrador de contraseñas. Ya está vacío otra vez. No se cobró nada: presiona el botón una vez más.',
};
