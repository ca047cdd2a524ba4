import { Share } from '#components/cause/share.tsx';
import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { CauseMove, OwnCauseView } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { moneyStyle } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { ChartPeriod, CollectedChart, PaymentRecord } from '#lib/payments/views/record-view.ts';
import { ActionForm } from '../form.tsx';
import { majorMoney, minorMoney } from '../money.ts';
import { Charts } from '../payments/chart.tsx';
import { RecordTable } from '../payments/record-table.tsx';
import { When } from '../when.tsx';
import { NextRelease } from '../withdrawals/expected-releases.tsx';
import { CauseFrame, ownCausePath } from './cause-frame.tsx';
import { Stopped } from './stopped.tsx';

type Props = { page: PageView; cause: OwnCauseView };
type PageProps = Props & { by: ChartPeriod; charts: readonly CollectedChart[]; latest: readonly PaymentRecord[] };

/** A creator's cause: its state and the actions on it. */
export function OwnCausePage({ page, cause, by, charts, latest }: PageProps) {
  const t = translatorFor(page.locale);
  return (
    <CauseFrame page={page} cause={cause} title={cause.title}>
      <StatusPanel page={page} cause={cause} />
      {cause.state === 'draft' ? <NextSteps page={page} cause={cause} /> : <Figures page={page} cause={cause} />}
      {latest.length > 0 && (
        <>
          <Charts page={page} by={by} charts={charts} />
          <section aria-labelledby="latest" className="history">
            <h2 id="latest">{t('ownCause.latest')}</h2>
            <RecordTable page={page} rows={latest} caption={t('ownPayments.captionLatest')} empty="" />
          </section>
        </>
      )}
      {cause.moves.length > 0 && (
        <section aria-labelledby="actions" className="moves">
          <h2 id="actions">{t('ownCause.actions')}</h2>
          {cause.moves.map((move) => (
            <Move key={`${move.kind} ${move.to}`} page={page} cause={cause} move={move} />
          ))}
        </section>
      )}
      {cause.isPublic && <Share texts={{ t, locale: page.locale, ...moneyStyle(page, cause.country) }} page={cause} />}
    </CauseFrame>
  );
}

/** What a draft still needs, in the order in which it is done. */
function NextSteps({ page, cause }: Props) {
  const t = translatorFor(page.locale);
  const steps = [
    ['story', ownCausePath(cause, '/edit')],
    ['pictures', ownCausePath(cause, '/pictures')],
    ['preview', cause.path],
    ['publish', '#actions'],
  ] as const;
  return (
    <section className="panel" aria-labelledby="steps">
      <h2 id="steps">{t('newCause.steps.title')}</h2>
      <ol className="cause-steps">
        {steps.map(([name, href]) => (
          <li key={name}>
            <a href={href}>{t(`newCause.steps.${name}`)}</a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether it accepts donations, and until when. */
function StatusPanel({ page, cause }: Props) {
  const t = translatorFor(page.locale);
  const { closesAt, isCollecting, hasClosed, state } = cause;
  const date = closesAt !== null && (
    <Sentence text={t(hasClosed ? 'ownCause.closedAt' : 'ownCause.closesAt', { date: SLOT })}>
      <When page={page} at={closesAt} />
    </Sentence>
  );
  const statusText = () => {
    if (state === 'draft') return t('ownCause.notOpenYet');
    if (date && (isCollecting || hasClosed)) return date;
    return t(isCollecting ? 'ownCause.open' : 'ownCause.notCollecting');
  };
  return (
    <div className="cause-status">
      {cause.stop ? <Stopped page={page} stop={cause.stop} /> : <p>{statusText()}</p>}
      {cause.hidesAmounts && <p>{t('ownCause.hidden')}</p>}
    </div>
  );
}

function Figures({ page, cause }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const money = (amountMajor: number) => majorMoney(page, { ...cause, amountMajor });
  const { goalMajor } = cause;
  return (
    <dl className="figures">
      <div>
        <dt>
          {t('ownCause.collected')}
          {goalMajor !== null && <small className="below">{t('ownCause.goal', { goal: money(goalMajor) })}</small>}
        </dt>
        <dd>{money(cause.collectedMajor)}</dd>
      </div>
      <div>
        <dt>
          {t('ownCause.contributions')}
          {cause.contributors > 0 && <>, {t('ownCause.contributors', { count: cause.contributors })}</>}
        </dt>
        <dd>{new Intl.NumberFormat(locale).format(cause.contributions)}</dd>
      </div>
      {/* Nothing can be withdrawn from a cause that staff stopped, so nothing invites to it. */}
      {cause.stop === null && (
        <div>
          <dt>
            <a href={ownCausePath(cause, '/withdrawals')}>{t('ownCause.available')}</a>
            {cause.withdrawable.onItsWayMinor > 0 && (
              <small className="below">
                <NextRelease page={page} of={{ ...cause, ...cause.withdrawable }} />
              </small>
            )}
          </dt>
          <dd>{minorMoney(page, cause, cause.withdrawable.availableMinor)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Asks before an action is sent: a button opens the question, with or without scripts. */
function Move({ page, cause, move: { kind, to } }: Props & { move: CauseMove }) {
  const t = translatorFor(page.locale);
  const stopsPayments = kind === 'pause' || kind === 'close';
  const { key, state: from } = cause;
  return (
    <details className="move">
      <summary className="button">{t(`ownCause.${kind}.open`)}</summary>
      <div className="move-question">
        <h3>{t(`ownCause.${kind}.title`)}</h3>
        <p>{t(`ownCause.${kind}.body`)}</p>
        {stopsPayments && <p>{t('ownCause.underWay', { count: cause.liveCount })}</p>}
        <ActionForm
          page={page}
          action={to === null ? 'cause.close' : 'cause.change_state'}
          hidden={to === null ? { key } : { key, from, to }}
        >
          <button type="submit" className={`button ${stopsPayments ? 'button-danger' : 'button-accent'}`}>
            {t(`ownCause.${kind}.confirm`)}
          </button>
        </ActionForm>
      </div>
    </details>
  );
}
