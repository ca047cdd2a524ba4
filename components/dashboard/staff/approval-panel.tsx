import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from '../form.tsx';
import { Panel } from '../panel.tsx';

type Button = { action: string; label: string };
type Props = {
  page: PageView;
  /** What waits. */
  id: string;
  /** Whoever looks has asked for it: they take it back, and do not approve. */
  isOwn: boolean;
  title: string;
  intro: string;
  approve: Button;
  refuse: Button;
  /** What is to be known to decide. */
  children?: ReactNode;
};

/** What waits for a second person, with the two ways to decide about it. */
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
        <button type="submit" className="button button-danger">
          {isOwn ? t('staff.approvals.takeBack') : refuse.label}
        </button>
      </ActionForm>
    </Panel>
  );
}
