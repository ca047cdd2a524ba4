import { test } from '../states/stages.ts';
import { UNDER_WAY_STATES } from '../states/under-way.ts';
import { inspect } from './inspect.ts';

for (const state of UNDER_WAY_STATES) test(`${state.name} is accessible`, ({ stage }) => inspect(state, stage));
