import { FORM_STATES } from '../states/form.ts';
import { test } from '../states/stages.ts';
import { isInGate } from './gate.ts';
import { inspect } from './inspect.ts';

for (const state of FORM_STATES.filter((each) => !isInGate(each)))
  test(`${state.name} is accessible`, ({ stage }) => inspect(state, stage));
