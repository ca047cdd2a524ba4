import type { CauseMessagesView, ListedMessage } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from '../form.tsx';
import { Paging } from '../paging.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { CauseFrame } from './cause-frame.tsx';
import './story.css';

type Props = { page: PageView; view: CauseMessagesView };

/** The messages of the donors of a cause, each with a button that hides it or shows it again. */
export function MessagesPage({ page, view: { cause, messages, after } }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<ListedMessage>[] = [
    {
      key: 'donor',
      title: t('causeMessages.donor'),
      isName: true,
      cell: ({ name }) => (name === null ? t('causeMessages.unnamed') : <bdi>{name}</bdi>),
    },
    {
      key: 'message',
      title: t('causeMessages.message'),
      cell: ({ text }) => (
        <span className="story-message" dir="auto">
          {text}
        </span>
      ),
    },
    {
      key: 'date',
      title: t('causeMessages.date'),
      cell: ({ at }) => <When page={page} at={at} isDay />,
    },
    { key: 'shown', title: t('causeMessages.onPage'), cell: (row) => <Shown page={page} message={row} /> },
  ];
  return (
    <CauseFrame page={page} cause={cause} title={t('causeMessages.title', { title: cause.title })}>
      <p className="dash-intro">{t('causeMessages.intro')}</p>
      <DataTable
        caption={t('causeMessages.caption')}
        columns={columns}
        rows={messages}
        rowKey={({ paymentId }) => paymentId}
        empty={t('causeMessages.empty')}
      />
      <Paging page={page} after={after} />
    </CauseFrame>
  );
}

/** Whether a message is on the page of the cause, and the buttons that change it. */
function Shown({ page, message }: { page: PageView; message: ListedMessage }) {
  const t = translatorFor(page.locale);
  const { paymentId, name, isHidden, counts, mayChange, mayKeepHidden } = message;
  if (!counts) return t('causeMessages.refunded');
  if (!mayChange) return t('causeMessages.hiddenByStaff');
  const who = name ?? t('causeMessages.unnamed');
  const form = (action: 'message.show' | 'message.hide', label: string) => (
    <ActionForm page={page} action={action} hidden={{ id: paymentId }} className="story-hide">
      <button type="submit" className="button" aria-label={t('causeMessages.of', { action: label, name: who })}>
        {label}
      </button>
    </ActionForm>
  );
  return (
    <div className="story-shown">
      <span>{t(isHidden ? 'causeMessages.hidden' : 'causeMessages.shown')}</span>
      {isHidden ? form('message.show', t('causeMessages.show')) : form('message.hide', t('causeMessages.hide'))}
      {mayKeepHidden && form('message.hide', t('causeMessages.keepHidden'))}
    </div>
  );
}
