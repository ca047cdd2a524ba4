import { type State, said } from './state.ts';

/** Screens of a service that has not learnt anything yet: the list of banks is kept once it has come. */
export const FRESH_STATES: readonly State[] = [
  {
    name: 'banks-unknown',
    prepare: async ({ link, emulator }) => {
      await emulator.control('mercado-pago-co/switches', { emptyBankList: true });
      return (await link({ country: 'CO', amount: 50_000 })).url;
    },
    act: ({ donor }) => donor.seeForm(),
    shows: said(
      'The list of banks cannot be reached',
      'No pudimos cargar la lista de bancos',
      'Não foi possível carregar a lista de bancos',
    ),
    changes: true,
  },
];
