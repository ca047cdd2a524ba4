import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageView } from '#testing/page-view.ts';
import { PaymentFilters } from './payments/payment-filters.tsx';
import { ListFilters } from './staff/list-filters.tsx';

const list = { rows: [], sorts: [], before: null, after: null } as never;

/** The forms of staff and of creators, with the day that lists begin at. */
const formsWith = (from: string) => [
  renderToStaticMarkup(
    <ListFilters page={pageView({ query: { from }, locale: 'es' })} label="" filters={[]} list={list} />,
  ),
  renderToStaticMarkup(
    <PaymentFilters
      page={pageView({ locale: 'es' })}
      filter={{ state: '', method: '', from, to: '', text: '', zone: 'UTC' }}
    />,
  ),
];

test('a day that does not exist is an error of its field, which can be seen and has what was typed', () => {
  for (const html of formsWith('30/11/2026')) {
    expect(html).toMatch(/<details[^>]* open=""/);
    const [field = ''] = /<input[^>]*id="filter-from"[^>]*>/.exec(html) ?? [];
    expect(field).toContain('value="30/11/2026"');
    expect(field).toContain('aria-invalid="true" aria-describedby="filter-from-error"');
    expect(html).toContain('id="filter-from-error">Escribe una fecha válida, como 2026-11-30.</p>');
  }
});

test('a day that exists, or none, is no error', () => {
  for (const from of ['2026-11-30', '']) for (const html of formsWith(from)) expect(html).not.toContain('aria-invalid');
});
