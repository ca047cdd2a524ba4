import { PAGE_STATES } from '../states/pages.ts';
import { test } from '../states/stages.ts';
import { inspect } from './inspect.ts';

for (const state of PAGE_STATES) test(`${state.name} is accessible`, ({ stage }) => inspect(state, stage));
