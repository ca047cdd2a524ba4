import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import type { MailRow } from '#lib/dashboard/staff/mails.ts';
import { knownMail } from '#lib/i18n/gateway-words.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from '../form.tsx';
import { type Column, DataTable } from '../table.tsx';
import { BY_DATE, sortable, timeColumn } from './columns.tsx';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';
import { staffPath } from './path.ts';

/** Mails that could not be delivered: to whom, what they are about, and what the mail server answered. */
export function MailsPage({ page, mails }: { page: PageView; mails: Listed<MailRow> }) {
  const t = translatorFor(page.locale);
  const columns: Column<MailRow>[] = [
    {
      key: 'recipient',
      title: t('staff.mails.recipient'),
      isName: true,
      cell: ({ recipient, person }) =>
        person === null ? (
          <span translate="no">{recipient}</span>
        ) : (
          <a href={staffPath(person.section, person.id)} translate="no">
            {recipient}
          </a>
        ),
    },
    {
      key: 'template',
      title: t('staff.mails.about'),
      cell: ({ template }) => {
        const known = knownMail(template);
        return (
          <>
            {known && t(`lists.mails.${known}`)}
            <small className="below code" translate="no">
              {template}
            </small>
          </>
        );
      },
    },
    sortable(page, mails, timeColumn(page, 'createdAt', t('staff.mails.since')), BY_DATE),
    {
      key: 'attempts',
      title: t('staff.mails.attempts'),
      isNumber: true,
      width: 'short',
      cell: ({ attempts }) => attempts,
    },
    {
      key: 'error',
      title: t('staff.mails.error'),
      cell: ({ id, recipient, lastError, inDoubt, isGivenUp }) => (
        <>
          {inDoubt ? t('staff.mails.inDoubt') : <span className="code">{lastError}</span>}
          {isGivenUp && <small className="below">{t('staff.mails.givenUp')}</small>}
          {endsOf({ inDoubt, isGivenUp }).map((end) => (
            <ActionForm key={end} page={page} action="mail.resolve" hidden={{ id, end }} className="">
              <button type="submit" className="button-link">
                {t(`staff.mails.ends.${end}`)}
                <span className="visually-hidden"> {recipient}</span>
              </button>
            </ActionForm>
          ))}
        </>
      ),
    },
  ];
  return (
    <StaffListPage
      page={page}
      title={t('staff.mails.title')}
      intro={t('staff.mails.intro')}
      section="mails"
      list={mails}
    >
      <DataTable
        caption={listCaption(page, t('staff.mails.title'), mails)}
        columns={columns}
        rows={mails.rows}
        rowKey={({ id }) => id}
        empty={t('staff.mails.empty')}
        isFixed
      />
    </StaffListPage>
  );
}

/** What staff can decide about a mail. */
function endsOf({ inDoubt, isGivenUp }: Pick<MailRow, 'inDoubt' | 'isGivenUp'>) {
  if (isGivenUp) return ['send_again', 'delete'] as const;
  return inDoubt === 'staff' ? (['delivered', 'send_again'] as const) : [];
}
