import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormResultView } from '#lib/dashboard/page-view.ts';
import { pageView } from '#testing/page-view.ts';
import { ActionForm } from './form.tsx';

/** What a form of the thing `one`, which shows its version 2 now, says that its sender has seen. */
function seenOn(result: FormResultView | null): string | undefined {
  const html = renderToStaticMarkup(
    <ActionForm page={pageView({ result })} action="withdrawal.fail" hidden={{ id: 'one' }} kept={{ seen: '2' }}>
      <button type="submit">Go</button>
    </ActionForm>,
  );
  return /name="seen" value="([^"]*)"/.exec(html)?.[1];
}

test('a form that comes back names what its sender had seen, with what they typed', () => {
  const values = { id: 'one', seen: '1' };
  const back = { kind: 'refused' as const, action: 'withdrawal.fail', values, errors: [] };
  expect(seenOn(null)).toBe('2');
  expect(seenOn(back)).toBe('1');
  // It was refused because it was out of date, is about something else, or is another form.
  expect(seenOn({ ...back, values: { id: 'one' } })).toBe('2');
  expect(seenOn({ ...back, values: { id: 'two', seen: '1' } })).toBe('2');
  expect(seenOn({ ...back, action: 'withdrawal.reject' })).toBe('2');
});
