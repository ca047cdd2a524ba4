import { CREATOR_STATES } from '../states/creator.ts';
import { DASHBOARD_STATES } from '../states/dashboard.ts';
import { test } from '../states/stages.ts';
import { isInGate } from './gate.ts';
import { inspect } from './inspect.ts';

// On a service that other journeys do not use.
test.use({ data: 'dashboards' });

for (const state of [...DASHBOARD_STATES, ...CREATOR_STATES].filter((each) => !isInGate(each)))
  if (state.ownService) test(`${state.name} is accessible`, ({ ownStage }) => inspect(state, ownStage));
  else test(`${state.name} is accessible`, ({ stage }) => inspect(state, stage));
