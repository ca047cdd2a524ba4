import { test } from '../states/stages.ts';
import { TROUBLE_STATES } from '../states/trouble.ts';
import { inspect } from './inspect.ts';

for (const state of TROUBLE_STATES)
  test(`${state.name} is for everybody, in every language`, ({ stage }) => inspect(state, stage));
