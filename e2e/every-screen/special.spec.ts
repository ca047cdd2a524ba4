import { FRESH_STATES } from '../states/fresh.ts';
import { SHORT_LIVED_STATES } from '../states/short-lived.ts';
import { test } from '../states/stages.ts';
import { SCRIPTLESS_STATES } from '../states/without-scripts.ts';
import { tagOf } from './gate.ts';
import { inspect } from './inspect.ts';

for (const state of SHORT_LIVED_STATES)
  test(`${state.name} is accessible`, { tag: tagOf(state) }, ({ shortLivedStage }) =>
    inspect(state, shortLivedStage),
  );

for (const state of FRESH_STATES)
  test(`${state.name} is accessible`, { tag: tagOf(state) }, ({ freshStage }) => inspect(state, freshStage));

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const state of SCRIPTLESS_STATES)
    test(`${state.name} is accessible`, { tag: tagOf(state) }, ({ stage }) => inspect(state, stage));
});
