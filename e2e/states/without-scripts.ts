import { cancelledLink, paidElsewhere } from './ended.ts';
import { type State, said } from './state.ts';

/** What is there where JavaScript is switched off. */
export const SCRIPTLESS_STATES: readonly State[] = [
  {
    name: 'no-script-open',
    withoutScripts: true,
    prepare: async ({ link }) => (await link({ cancel_url: 'https://partner.example/back' })).url,
    shows: said(
      'You can donate with this link until',
      'Puedes donar con este enlace hasta',
      'Você pode doar por este link até',
    ),
  },
  {
    name: 'no-script-completed',
    withoutScripts: true,
    prepare: paidElsewhere,
    shows: said('Thank you for your donation', 'Gracias por tu donación', 'Agradecemos sua doação'),
  },
  {
    name: 'no-script-cancelled',
    withoutScripts: true,
    prepare: cancelledLink,
    shows: said('This donation was cancelled', 'Esta donación se canceló', 'Esta doação foi cancelada'),
  },
];
