import type { PageView } from '#lib/dashboard/page-view.ts';

/** What a dashboard page gives its components, in tests: of a member of staff, in English, without a result of a form. */
export function pageView(more: Partial<PageView> = {}): PageView {
  return {
    viewer: { id: 'acc_1', name: 'Sam', role: 'staff' },
    locale: 'en',
    place: null,
    nonce: undefined,
    path: '/dashboard',
    query: {},
    result: null,
    testMode: true,
    timeZone: 'UTC',
    hasChosenZone: false,
    csvSeparator: 'comma',
    ...more,
  };
}
