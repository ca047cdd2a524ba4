import { FORM_STATES } from '../states/form.ts';
import { test } from '../states/stages.ts';
import { inspect } from './inspect.ts';

for (const state of FORM_STATES) test(`${state.name} is accessible`, ({ stage }) => inspect(state, stage));
