import type { FormResultView, PageView } from '#lib/dashboard/page-view.ts';
import type { ReviewLine } from '#lib/dashboard/review-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { dashboardEn } from '#lib/i18n/messages/en/dashboard.ts';
import { reviewEn } from '#lib/i18n/messages/en/review.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { writeDayAndYear } from '#lib/i18n/write-day.ts';
import { agoText } from './age.tsx';
import { DashboardFrame } from './frame.tsx';
import { majorMoney } from './money.ts';
import { Panel } from './panel.tsx';

type Waiting = Extract<FormResultView, { kind: 'review' }>;
type Props = { page: PageView; review: Waiting; now: Date };

/** Names in figures what an action would do. Confirming sends its form as it was filled in; afterwards it only says what was confirmed. */
export function ReviewPage({ page, review, now }: Props) {
  const t = translatorFor(page.locale);
  const { action, values, subject, lines, isDone } = review;
  const name = action.replace('.', '_');
  if (!isReviewedAction(name)) throw new Error(`Bug: ${action} has no text for its review`);
  const title = t(review.isOwn ? 'review.takeBack' : `review.actions.${name}`);
  const reason = [values.reason ?? values.note ?? ''].flat()[0] ?? '';
  return (
    <DashboardFrame page={page} title={title} intro={t(isDone ? 'review.done' : 'review.nothingYet')}>
      <Panel id="consequences" title={t(isDone ? 'review.wasConfirmed' : 'review.willHappen')}>
        <p>
          {t('review.about')}: <a href={subject.path}>{subject.text}</a>
        </p>
        <ul className="consequences">
          {withTyped(t, review, lines).map((line) => (
            <li key={line.code}>{lineText(page, line, now)}</li>
          ))}
        </ul>
        {reason !== '' && (
          <p>
            {t('review.reason')}: <q>{reason}</q>
          </p>
        )}
        {isDone ? (
          <a className="button" href={review.back}>
            {t('review.goOn')}
          </a>
        ) : (
          <ConfirmForm page={page} review={review} label={title} />
        )}
      </Panel>
    </DashboardFrame>
  );
}

function ConfirmForm({ page, review: { action, values, back }, label }: Omit<Props, 'now'> & { label: string }) {
  const form = page.query.form ?? '';
  const own = { lang: page.locale, back, form, confirmed: 'yes' };
  return (
    <form method="post" action={`/dashboard/actions/${action}`} className="form">
      {Object.entries({ ...values, ...own }).flatMap(([field, value]) =>
        [value].flat().map((one) => <input type="hidden" key={`${field} ${one}`} name={field} value={one} />),
      )}
      <div className="buttons">
        <button type="submit" className="button button-danger">
          {label}
        </button>
        <a className="button" href={`${back}${back.includes('?') ? '&' : '?'}${new URLSearchParams({ result: form })}`}>
          {translatorFor(page.locale)('review.goBack')}
        </a>
      </div>
    </form>
  );
}

function isReviewedAction(name: string): name is keyof (typeof reviewEn)['review']['actions'] {
  return Object.hasOwn(reviewEn.review.actions, name);
}

/**
 * The consequences with what was chosen or typed: the new status of a cause; the bank's reference and the day with which a
 * withdrawal is recorded as sent.
 */
function withTyped(t: Translate, { action, values }: Waiting, lines: ReviewLine[]): ReviewLine[] {
  const { reference, day, from, to } = values;
  if (action === 'cause.change_state' && isState(from) && isState(to)) {
    const states = { from: t(`dashboard.states.${from}`), to: t(`dashboard.states.${to}`) };
    return [{ code: 'moved', values: states }, ...lines];
  }
  if (action !== 'withdrawal.mark_sent' || typeof reference !== 'string' || typeof day !== 'string') return lines;
  const [paid, ...others] = lines;
  return [...(paid ? [paid] : []), { code: 'paidAs', values: { reference, date: { day } } }, ...others];
}

function isState(value: unknown): value is keyof (typeof dashboardEn)['dashboard']['states'] {
  return typeof value === 'string' && Object.hasOwn(dashboardEn.dashboard.states, value);
}

function lineText(page: PageView, { code, values = {} }: ReviewLine, now: Date): string {
  const written = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((amount) => majorMoney(page, amount)).join(' + ')];
      if (typeof value !== 'object') return [name, value];
      return [name, 'day' in value ? dayText(page, value.day) : agoText(page.locale, new Date(value.at), now)];
    }),
  );
  // The code is only known at run time, and so are the values that its text needs.
  const translate = translatorFor(page.locale) as unknown as (key: string, values: object) => string;
  return translate(`review.lines.${code}`, written);
}

/** As the reader writes it; a text that is no day as it was typed. */
function dayText({ locale, place }: PageView, day: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return isDay ? writeDayAndYear(formattingLocale(locale, place), day) : day;
}
