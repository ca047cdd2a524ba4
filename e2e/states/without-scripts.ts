import { cancelledLink, paidElsewhere } from './ended.ts';
import { inEachLanguage, type State } from './state.ts';

/** Screens without JavaScript. */
export const SCRIPTLESS_STATES: readonly State[] = [
  {
    name: 'no-script-open',
    withoutScripts: true,
    prepare: async ({ link }) => (await link({ cancel_url: 'https://partner.example/back' })).url,
    shows: inEachLanguage(
      'You can donate with this link until',
      'Puedes donar con este enlace hasta',
      'Você pode doar por este link até',
    ),
  },
  {
    name: 'no-script-completed',
    withoutScripts: true,
    prepare: paidElsewhere,
    shows: inEachLanguage(
      'This donation was completed',
      'Esta donación ya se completó',
      'Esta doação já foi concluída',
    ),
  },
  {
    name: 'no-script-cancelled',
    withoutScripts: true,
    prepare: cancelledLink,
    shows: inEachLanguage('This donation was canceled', 'Esta donación se canceló', 'Esta doação foi cancelada'),
  },
];
