import { test } from '../states/stages.ts';
import { UNDER_WAY_STATES } from '../states/under-way.ts';
import { tagOf } from './gate.ts';
import { inspect } from './inspect.ts';

for (const state of UNDER_WAY_STATES)
  test(`${state.name} is accessible`, { tag: tagOf(state) }, ({ stage }) => inspect(state, stage));
