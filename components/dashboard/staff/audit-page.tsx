import type { PageView } from '#lib/dashboard/page-view.ts';
import type { AuditRow } from '#lib/dashboard/staff/audit.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { AuditTable } from './audit-table.tsx';
import { StaffListPage } from './list-page.tsx';

type Props = {
  page: PageView;
  entries: Listed<AuditRow>;
  /** All that an entry can say was done. */
  actions: readonly string[];
};

/** The audit log. */
export function AuditPage({ page, entries, actions }: Props) {
  const t = translatorFor(page.locale);
  return (
    <StaffListPage
      page={page}
      title={t('staff.records.audit.title')}
      intro={t('staff.records.audit.intro')}
      filters={[
        { kind: 'text', name: 'actor', label: t('staff.records.audit.actor') },
        { kind: 'text', name: 'subject', label: t('staff.records.audit.subject') },
        {
          kind: 'select',
          name: 'action',
          label: t('staff.records.audit.action'),
          options: [
            { value: '', label: t('staff.records.audit.anyAction') },
            ...actions.map((action) => ({ value: action, label: action })),
          ],
        },
        {
          kind: 'select',
          name: 'outcome',
          label: t('staff.records.audit.outcome'),
          options: [
            { value: '', label: t('staff.records.audit.anyOutcome') },
            ...(['done', 'refused', 'started'] as const).map((outcome) => ({
              value: outcome,
              label: t(`staff.records.audit.outcomes.${outcome}`),
            })),
          ],
        },
      ]}
      section="audit"
      list={entries}
    >
      <AuditTable page={page} rows={entries.rows} list={entries} empty={t('staff.records.audit.empty')} />
    </StaffListPage>
  );
}
