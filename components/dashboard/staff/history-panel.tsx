import type { PageView } from '#lib/dashboard/page-view.ts';
import type { AuditRow } from '#lib/dashboard/staff/audit.ts';
import type { Cut } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Panel } from '../panel.tsx';
import { AuditTable } from './audit-table.tsx';
import { CutPosition } from './cut-position.tsx';
import { staffPath } from './path.ts';

type Props = { page: PageView; subject: string; history: Cut<AuditRow> };

/** What staff and operators did to an object, with their reasons: the newest entries, and the way to all of them. */
export function HistoryPanel({ page, subject, history }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="history" title={t('staff.partners.cause.historyTitle')}>
      <CutPosition page={page} count={history.rows.length} isCut={history.isCut} />
      <AuditTable page={page} rows={history.rows} empty={t('staff.partners.cause.noHistory')} />
      <p>
        <a href={`${staffPath('audit')}?${new URLSearchParams({ subject })}`}>{t('staff.partners.cause.historyAll')}</a>
      </p>
    </Panel>
  );
}
