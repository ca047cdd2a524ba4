import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from '../form.tsx';
import { Panel } from '../panel.tsx';
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
