import { FORM_STATES } from '../states/form.ts';
import { test } from '../states/stages.ts';
import { tagOf } from './gate.ts';
import { inspect } from './inspect.ts';

for (const state of FORM_STATES)
  test(`${state.name} is accessible`, { tag: tagOf(state) }, ({ stage }) => inspect(state, stage));
