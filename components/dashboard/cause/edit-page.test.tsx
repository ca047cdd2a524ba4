import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageView } from '#testing/page-view.ts';
import { EditPage } from './edit-page.tsx';

test('a closing time that is half filled in is checked by the browser, which would send it as none, and nothing else is', () => {
  const cause = {
    key: 'a-well-1',
    ownerId: 'acc_1',
    title: 'A well',
    state: 'published',
    country: 'co',
    currency: 'COP',
    path: '/c/a-well',
    isPublic: true,
    mayEdit: true,
    base: '',
    description: '',
    useOfFunds: '',
    coverImageUrl: '',
    slug: 'a-well',
    addressPrefix: 'https://example.org/c/',
    closesAt: '2026-12-24T17:00:00.000Z',
    closesAtLocal: '2026-12-24T12:00',
    hidesAmounts: false,
  } as const;
  const html = renderToStaticMarkup(<EditPage page={pageView()} cause={cause} />);
  const form = /<form[^>]*action="\/dashboard\/actions\/cause\.edit"[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? '';
  expect(form).toContain('type="datetime-local"');
  // The others have errors of ours.
  expect(form).not.toMatch(/novalidate|type="(?:url|email|number)"| required| pattern=| m(?:in|ax)(?:length)?=/i);
});
