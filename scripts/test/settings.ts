import { type Source, VARIABLE_NAMES } from '#lib/env/variables.ts';

/** What the product reads beside its own variables: accounts of single countries, the emulators' settings, and Next's. */
const MORE_SETTINGS = /^(NODE_ENV|(STRIPE|MERCADO_PAGO|EMULATOR|NEXT)_.*)$/;

/** An environment without the settings of an instance: a test must find neither that instance nor its keys, limits or names. */
export function withoutSettings(environment: Source): Source {
  const isSetting = (name: string) => VARIABLE_NAMES.includes(name) || MORE_SETTINGS.test(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSetting(name)));
}
