import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CausePageView } from '#lib/causes/page-view.ts';
import { causeEn } from '#lib/i18n/messages/en/cause.ts';
import { CausePage } from './cause-page.tsx';
import type { GiftDraft } from './gift-form.tsx';

const PAGE: CausePageView = {
  title: 'A well',
  story: '',
  image: null,
  useOfFunds: '',
  organiser: null,
  pictures: [],
  updates: [],
  nextUpdates: null,
  showsEarlierUpdates: false,
  path: '/c/well',
  url: 'https://here.example.org/c/well',
  country: 'us',
  currency: 'USD',
  money: null,
  contributions: [],
  nextContributions: null,
  showsEarlier: false,
  branding: null,
  trust: {
    receiver: null,
    service: null,
    feePercent: 5,
    feeModel: 'all_inclusive',
    termsUrl: null,
    privacyUrl: null,
    supportEmail: null,
  },
  publicStatus: 'paused',
  closesAt: null,
  isCollecting: false,
  hasClosed: false,
  isPreview: false,
  isDraft: false,
  dashboardPath: null,
  testMode: false,
};

const NOTHING = { collectedMajor: 0, goalMajor: 100, contributions: 0 };

test.each([
  [true, 'Yours can be the first.'],
  [false, 'There are no donations.'],
])('a cause without donations that takes some, %j, says: %s', (isCollecting, says) => {
  const page = { ...PAGE, money: NOTHING, isCollecting };
  const html = renderToStaticMarkup(<CausePage page={page} reader={{ locale: 'en', place: null }} nonce={undefined} />);
  expect(html).toContain(says);
  expect(html.match(/Yours can be the first|There are no donations/g)).toHaveLength(1);
});

test.each([true, false])('only a draft, %j, is said to become public', (isDraft) => {
  const page = { ...PAGE, publicStatus: 'hidden' as const, isPreview: true, isDraft };
  const html = renderToStaticMarkup(<CausePage page={page} reader={{ locale: 'en', place: null }} nonce={undefined} />);
  expect(html).toContain('Only you and our team can see this page.');
  expect(html.includes('It will be public')).toBe(isDraft);
});

test('only a preview leads back to the dashboard', () => {
  const render = (page: CausePageView) =>
    renderToStaticMarkup(<CausePage page={page} reader={{ locale: 'en', place: null }} nonce={undefined} />);
  const dashboardPath = '/dashboard/causes/a-well';
  expect(render({ ...PAGE, isPreview: true, dashboardPath })).toContain(
    `<a href="${dashboardPath}">Back to the dashboard</a>`,
  );
  expect(render(PAGE)).not.toContain('/dashboard');
});

test.each([true, false])(
  'what others are sent of a cause invites them to give only where it takes some: %j',
  (isCollecting) => {
    const page = { ...PAGE, isCollecting };
    const html = renderToStaticMarkup(
      <CausePage page={page} reader={{ locale: 'en', place: null }} nonce={undefined} />,
    ).replaceAll('%20', ' ');
    expect(html.includes('Take a look at this cause and donate')).toBe(isCollecting);
    expect(html.includes('Read about this cause and donate')).toBe(isCollecting);
    expect(html).toMatch(/property="og:description" content="Read about this cause/);
  },
);

function pageAfter(error: GiftDraft['error'], isCollecting: boolean): string {
  const draft = { error, amount: '', choice: '50' };
  const page = { ...PAGE, isCollecting };
  return renderToStaticMarkup(
    <CausePage page={page} reader={{ locale: 'en', place: null }} nonce={undefined} draft={draft} />,
  );
}

test('a donor whose gift came too late reads that the cause has stopped and that nothing was charged', () => {
  const html = pageAfter('not_collecting', false);
  expect(html).toContain('<title>Error: A well</title>');
  expect(html).toMatch(new RegExp(`<p [^>]*role="alert"[^>]*>${causeEn.cause.errors.not_collecting}</p>`));
  expect(html.split(causeEn.cause.errors.not_collecting)).toHaveLength(2);
  expect(pageAfter('not_collecting', true).split(causeEn.cause.errors.not_collecting)).toHaveLength(2);
});

test('an error of a form that is not there any more is not in the title either', () => {
  expect(pageAfter('too_small', false)).toContain('<title>A well</title>');
  expect(pageAfter('too_small', true)).toContain('<title>Error: A well</title>');
});
