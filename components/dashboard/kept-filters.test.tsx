import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageView } from '#testing/page-view.ts';
import { PaymentFilters } from './payments/payment-filters.tsx';
import { StaffPaymentsPage } from './staff/payments-page.tsx';

const LIST = { rows: [], sort: 'newest', sorts: ['newest'], first: 51, isCut: false, before: 'start' } as const;
const next = { cursor: 'abc', row: 101 };

/** The page of staff's payments with a query. */
function staffPayments(query: Record<string, string>): string {
  const list = { ...LIST, rows: [], sorts: [...LIST.sorts], total: { count: 200, isMore: false }, after: next };
  const page = pageView({ path: '/dashboard/staff/payments', query });
  return renderToStaticMarkup(<StaffPaymentsPage page={page} payments={list} isMistyped={false} choices={['all']} />);
}

test('the payments of a cause stay those of the cause with other filters, on the next page, and in the file', () => {
  const html = staffPayments({ cause: 'agua-limpia' });
  const [filters, file] = ['class="filters"', 'class="export"'].map(
    (form) => html.split(form)[1]?.split('</form>')[0] ?? '',
  );
  for (const form of [filters, file]) expect(form).toMatch(/<input [^>]*name="cause"[^>]*value="agua-limpia"/);
  for (const rel of ['next', 'prev'])
    expect(html).toMatch(new RegExp(`href="[^"]*cause=agua-limpia[^"]*" rel="${rel}"`));
  expect(html).toContain('Show all');
  expect(staffPayments({})).not.toContain('name="cause"');
});

test('the period of a chart stays with other filters', () => {
  const filter = { state: '', method: '', from: '', to: '', text: '', zone: 'UTC' };
  const filters = (query: Record<string, string>) =>
    renderToStaticMarkup(<PaymentFilters page={pageView({ query })} filter={filter} />);
  expect(filters({ by: 'month' })).toContain('<input type="hidden" name="by" value="month"/>');
  expect(filters({})).not.toContain('name="by"');
});
