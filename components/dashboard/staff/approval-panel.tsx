import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import type { WaitingWriteOff } from '#lib/dashboard/staff/failed-refunds.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts, timeFact } from '../facts.tsx';
import { ActionForm } from '../form.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { Actor } from './actor.tsx';
import { ReasonField } from './reason-field.tsx';

type Button = { action: string; label: string };
/** Rejecting asks for a reason, in this field. */
type Refusal = Button & { reason: 'reason' | 'note' };
type Props = {
  page: PageView;
  /** The kind of the request. */
  id: string;
  /** The viewer requested it: they can cancel it, but not approve it. */
  isOwn: boolean;
  title: string;
  intro: string;
  approve: Button;
  refuse: Refusal;
  /** The facts needed for a decision. */
  children?: ReactNode;
};

/** A request that waits for a second person, with buttons to approve or reject it. */
export function ApprovalPanel({ page, id, isOwn, title, intro, approve, refuse, children }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="approval" title={title} intro={isOwn ? t('staff.approvals.own') : intro}>
      {children}
      {!isOwn && (
        <ActionForm page={page} action={approve.action} hidden={{ id }}>
          <button type="submit" className="button button-accent">
            {approve.label}
          </button>
        </ActionForm>
      )}
      <ActionForm page={page} action={refuse.action} hidden={{ id }}>
        <ReasonField page={page} action={refuse.action} name={refuse.reason} />
        <button type="submit" className="button button-danger">
          {isOwn ? t('staff.approvals.takeBack') : refuse.label}
        </button>
      </ActionForm>
    </Panel>
  );
}

type MoneyRequest = { page: PageView; request: Pick<WaitingWriteOff, 'amount' | 'reason' | 'by' | 'requestedAt'> };

/** The facts of a request about money: how much, why, by whom and when. */
export function RequestFacts({ page, request: { amount, reason, by, requestedAt } }: MoneyRequest) {
  const t = translatorFor(page.locale);
  return (
    <Facts
      facts={[
        { term: t('staff.approvals.amount'), value: majorMoney(page, amount) },
        { term: t('staff.approvals.reason'), value: reason },
        { term: t('staff.approvals.by'), value: <Actor t={t} by={by} /> },
        timeFact(page, t('staff.approvals.at'), requestedAt),
      ]}
    />
  );
}
