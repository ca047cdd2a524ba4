import { ENDED_STATES } from '../states/ended.ts';
import { ERROR_STATES } from '../states/errors.ts';
import { FORM_STATES } from '../states/form.ts';
import { LATE_STATES } from '../states/late.ts';
import { PAGE_STATES } from '../states/pages.ts';
import { showIn } from '../states/show.ts';
import { test } from '../states/stages.ts';
import { UNDER_WAY_STATES } from '../states/under-way.ts';
import { translateAlways } from '../support/translator.ts';

// That no page has failed is what every journey checks.
for (const state of [
  ...FORM_STATES,
  ...UNDER_WAY_STATES,
  ...ERROR_STATES,
  ...ENDED_STATES,
  ...LATE_STATES,
  ...PAGE_STATES,
])
  test(`${state.name} is shown while the browser translates it`, async ({ stage }) => {
    await translateAlways(stage.page);
    await showIn(['en'], state, stage, async () => {});
  });
