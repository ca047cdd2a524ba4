import type { PageView } from '#lib/dashboard/page-view.ts';
import type { ListedDispute } from '#lib/dashboard/staff/disputes.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DisputesTable } from './disputes-table.tsx';
import { StaffListPage } from './list-page.tsx';

type Choice = keyof Messages['staff']['disputes']['choices'];
type Props = { page: PageView; disputes: Listed<ListedDispute>; choices: readonly Choice[] };

/** Disputes of every payment, with the deadlines for evidence. */
export function DisputesPage({ page, disputes, choices }: Props) {
  const t = translatorFor(page.locale);
  const isAll = page.query.show === 'all';
  return (
    <StaffListPage
      page={page}
      title={t('staff.disputes.title')}
      intro={t('staff.disputes.intro')}
      filters={[
        {
          kind: 'select',
          name: 'show',
          label: t('staff.disputes.show'),
          options: choices.map((choice) => ({
            value: choice === 'open' ? '' : choice,
            label: t(`staff.disputes.choices.${choice}`),
          })),
        },
      ]}
      section="disputes"
      list={disputes}
    >
      <DisputesTable
        page={page}
        disputes={disputes}
        empty={t(isAll ? 'staff.disputes.emptyAll' : 'staff.disputes.empty')}
      />
    </StaffListPage>
  );
}
