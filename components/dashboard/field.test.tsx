import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageView } from '#testing/page-view.ts';
import { SelectField } from './field.tsx';

const options = ['paused', 'fraud'].map((value) => ({ value, label: value }));
const select = (props: Partial<Parameters<typeof SelectField>[0]>) =>
  renderToStaticMarkup(
    <SelectField
      page={pageView()}
      action="cause.change_state"
      name="to"
      label="New status"
      options={options}
      isRequired
      {...props}
    />,
  );
const chosen = (html: string) => /<option value="([^"]*)"[^>]* selected=""/.exec(html)?.[1];

test('of several choices none is made for whoever sends the form', () => {
  expect(chosen(select({}))).toBe('');
  expect(select({})).toContain('Choose one');
  expect(chosen(select({ value: 'fraud' }))).toBe('fraud');
  expect(select({ value: 'fraud' })).not.toContain('Choose one');
});

test('the only choice needs no choosing, and a choice of nothing is one', () => {
  const [paused] = options;
  const one = select({ options: paused ? [paused] : [] });
  expect([chosen(one), one.includes('Choose one')]).toEqual(['paused', false]);
  const optional = select({ options: [{ value: '', label: 'Not stated' }, ...options] });
  expect([chosen(optional), optional.includes('Choose one')]).toEqual(['', false]);
});

test('a choice that was sent and is no longer offered is none', () => {
  const result = { kind: 'refused' as const, action: 'cause.change_state', values: { to: 'archived' }, errors: [] };
  expect(chosen(select({ page: pageView({ result }) }))).toBe('');
});
