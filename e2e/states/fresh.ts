import { inEachLanguage, type State } from './state.ts';

/** Screens of a service that has not loaded anything yet: the list of banks is cached once it has arrived. */
export const FRESH_STATES: readonly State[] = [
  {
    name: 'banks-unknown',
    prepare: async ({ link, emulator }) => {
      await emulator.control('mercado-pago-co/switches', { emptyBankList: true });
      return (await link({ country: 'CO', amount: 50_000 })).url;
    },
    act: ({ page }) => page.getByRole('radio', { name: /\(PSE\)$/ }).check(),
    shows: inEachLanguage(
      'We could not load the list of banks',
      'No pudimos cargar la lista de bancos',
      'Não conseguimos carregar a lista de bancos',
    ),
    changes: true,
  },
];
