import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CardPauseRow } from '#lib/dashboard/staff/card-pauses.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import { pageView } from '#testing/page-view.ts';
import { CardPauses } from './card-pauses.tsx';

const [startedAt, endsAt] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T10:15:00Z')];
const NETWORK: CardPauseRow = {
  id: 'cps_1',
  kind: 'network',
  cause: null,
  linkId: 'chl_1',
  declines: 36,
  approvals: 2,
  startedAt,
  endsAt,
};
const CAUSE: CardPauseRow = {
  ...NETWORK,
  id: 'cps_2',
  kind: 'cause',
  cause: { key: 'a-well', title: 'A <b>well</b>' },
};

test.each(LOCALES)('in %s, each pause shows its counts, links to its subject, and can be lifted', (locale) => {
  const html = renderToStaticMarkup(<CardPauses page={pageView({ locale })} pauses={[NETWORK, CAUSE]} />);
  for (const part of ['36', 'href="/dashboard/staff/links/chl_1"', 'href="/dashboard/staff/causes/a-well"'])
    expect(html).toContain(part);
  expect(html).toContain('A &lt;b&gt;well&lt;/b&gt;');
  for (const id of ['cps_1', 'cps_2']) expect(html).toContain(`name="id" value="${id}"`);
  expect(html.match(/name="seen" value="2026-11-22T10:00:00.000Z"/g)).toHaveLength(2);
  expect(html.match(/action="[^"]*card_pause\.lift/g)).toHaveLength(2);
});

test.each([
  ['en', 0, '36 cards were declined and none approved'],
  ['es', 0, 'se rechazaron 36 tarjetas y no se aprobó ninguna.'],
  ['pt', 0, '36 cartões foram recusados e nenhum aprovado.'],
  ['en', 1, '36 cards were declined and 1 approved'],
  ['es', 1, 'se rechazaron 36 tarjetas y se aprobó 1.'],
  ['pt', 1, '36 cartões foram recusados e 1 aprovado.'],
] as const)('in %s, %i approvals agree with their number', (locale, approvals, text) => {
  const pauses = [
    { ...NETWORK, approvals },
    { ...CAUSE, approvals },
  ];
  const html = renderToStaticMarkup(<CardPauses page={pageView({ locale })} pauses={pauses} />);
  expect(html.split(text)).toHaveLength(3);
});

test('a form that comes back shows its reason and its error alone, where the list of errors leads', () => {
  const result = {
    kind: 'refused' as const,
    action: 'card_pause.lift',
    values: { id: 'cps_2', reason: 'Checked with Ana' },
    errors: [{ field: 'reason', code: 'tooLong' as const, values: { max: 500 } }],
  };
  const html = renderToStaticMarkup(<CardPauses page={pageView({ result })} pauses={[NETWORK, CAUSE]} />);
  const [first = '', second = ''] = html.split('value="cps_2"');
  expect(first).not.toContain('field-error');
  expect(first).not.toContain('Checked with Ana');
  expect(second).toContain('id="card_pause-lift-reason-error"');
  expect(html).toContain('card_pause-lift-reason-cps_1');
  expect(second).toContain('Checked with Ana');
});

test('without pauses nothing is rendered', () => {
  expect(renderToStaticMarkup(<CardPauses page={pageView()} pauses={[]} />)).toBe('');
});
