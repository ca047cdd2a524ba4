import { ENDED_STATES } from '../states/ended.ts';
import { test } from '../states/stages.ts';
import { inspect } from './inspect.ts';

for (const state of ENDED_STATES) test(`${state.name} is accessible`, ({ stage }) => inspect(state, stage));
