import { DASHBOARD_STATES } from '../states/dashboard.ts';
import { test } from '../states/stages.ts';
import { inspect } from './inspect.ts';

for (const state of DASHBOARD_STATES)
  test(`${state.name} is for everybody, in every language`, ({ stage }) => inspect(state, stage));
