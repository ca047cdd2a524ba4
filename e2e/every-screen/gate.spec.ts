import { DASHBOARD_STATES } from '../states/dashboard.ts';
import { ENDED_STATES } from '../states/ended.ts';
import { ERROR_STATES } from '../states/errors.ts';
import { FORM_STATES } from '../states/form.ts';
import { sharing as test } from '../states/stages.ts';
import { isInGate } from './gate.ts';
import { inspect } from './inspect.ts';

// The screens in the gate: too few to start services of their own for.
for (const state of [...FORM_STATES, ...ERROR_STATES, ...ENDED_STATES, ...DASHBOARD_STATES].filter(isInGate))
  test(`${state.name} is accessible`, { tag: '@gate' }, ({ stage }) => inspect(state, stage));
