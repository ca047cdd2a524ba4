import { FRESH_STATES } from '../states/fresh.ts';
import { LATE_STATES } from '../states/late.ts';
import { test } from '../states/stages.ts';
import { SCRIPTLESS_STATES } from '../states/without-scripts.ts';
import { inspect } from './inspect.ts';

for (const state of LATE_STATES) test(`${state.name} is accessible`, ({ stage }) => inspect(state, stage));

for (const state of FRESH_STATES) test(`${state.name} is accessible`, ({ freshStage }) => inspect(state, freshStage));

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const state of SCRIPTLESS_STATES) test(`${state.name} is accessible`, ({ stage }) => inspect(state, stage));
});
