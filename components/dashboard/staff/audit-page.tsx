import type { PageView } from '#lib/dashboard/page-view.ts';
import type { AuditRow, Listed } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { FilterForm } from '../filter-form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Paging } from '../paging.tsx';
import { AuditTable } from './audit-table.tsx';

/** Who did what, when and to what. */
export function AuditPage({ page, entries }: { page: PageView; entries: Listed<AuditRow> }) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.records.audit.title')} intro={t('staff.records.audit.intro')}>
      <FilterForm
        page={page}
        label={t('staff.records.narrow')}
        filters={(['actor', 'subject', 'action'] as const).map((name) => ({
          kind: 'text',
          name,
          label: t(`staff.records.audit.${name}`),
        }))}
      />
      <AuditTable page={page} rows={entries.rows} empty={t('staff.records.audit.empty')} />
      <Paging page={page} after={entries.after} />
    </DashboardFrame>
  );
}
