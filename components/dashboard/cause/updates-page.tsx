import { Paragraphs } from '#components/ui/paragraphs.tsx';
import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { UpdateView } from '#lib/causes/page-view.ts';
import type { CauseUpdatesView, EditedUpdate } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { TextArea, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { Paging } from '../paging.tsx';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { CauseFrame, ownCausePath } from './cause-frame.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import './story.css';

type Props = { page: PageView; view: CauseUpdatesView };

/** The limit of the domain (lib/causes/updates.ts), which enforces it; here it is only shown. */
const MAX_BODY = 5000;

/** The updates of a cause: the form that publishes one, or edits one, and the list of those that are published. */
export function UpdatesPage({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause, mayEdit, edited, updates, after } = view;
  return (
    <CauseFrame page={page} cause={cause} title={t('causeUpdates.title', { title: cause.title })}>
      {!mayEdit && <p>{t('causeUpdates.notPossible')}</p>}
      {mayEdit && edited && (
        <Panel id="write" title={t('causeUpdates.change')}>
          <UpdateForm page={page} view={view} edited={edited} />
        </Panel>
      )}
      {mayEdit && !edited && (
        <Panel id="write" title={t('causeUpdates.write')} intro={t('causeUpdates.intro')}>
          <UpdateForm page={page} view={view} />
        </Panel>
      )}
      <section className="story-list" aria-labelledby="list">
        <h2 id="list">{t('causeUpdates.list')}</h2>
        {updates.length === 0 && <p className="empty">{t('causeUpdates.empty')}</p>}
        {updates.map((update) => (
          <Update key={update.id} page={page} view={view} update={update} />
        ))}
        <Paging page={page} after={after} />
      </section>
    </CauseFrame>
  );
}

function UpdateForm({ page, view: { cause }, edited }: Props & { edited?: EditedUpdate }) {
  const t = translatorFor(page.locale);
  const action = edited ? 'update.edit' : 'update.publish';
  const errors = page.result?.kind === 'refused' && page.result.action === action ? page.result.errors : [];
  /** What is stored of a field, if somebody else has changed it. */
  const saved = (field: 'title' | 'body') =>
    edited && errors.some((error) => error.field === field && error.code === 'changedMeanwhile')
      ? { hint: t('ownCause.edit.saved', { value: edited[field] }) }
      : {};
  return (
    <ActionForm
      page={page}
      action={action}
      hidden={edited ? { id: edited.id } : { key: cause.key }}
      kept={edited ? { base: edited.base } : {}}
    >
      <TextField
        page={page}
        action={action}
        name="title"
        label={t('causeUpdates.name')}
        value={edited?.title ?? ''}
        {...saved('title')}
        dir="auto"
        isRequired
      />
      <TextArea
        page={page}
        action={action}
        name="body"
        label={t('causeUpdates.text')}
        hint={t('causeUpdates.textHint', { max: String(MAX_BODY) })}
        value={edited?.body ?? ''}
        {...saved('body')}
        dir="auto"
        rows={8}
        isRequired
      />
      <div className="buttons">
        <button type="submit" className="button button-accent">
          {t(edited ? 'causeUpdates.save' : 'causeUpdates.publish')}
        </button>
        {edited && (
          <a className="button" href={ownCausePath(cause, '/updates')}>
            {t('causeUpdates.cancel')}
          </a>
        )}
      </div>
    </ActionForm>
  );
}

function Update({ page, view: { cause, mayEdit }, update }: Props & { update: UpdateView }) {
  const t = translatorFor(page.locale);
  const { id, title, body, publishedAt } = update;
  return (
    <article className="panel" aria-labelledby={id}>
      <h3 id={id} dir="auto">
        {title}
      </h3>
      <p className="panel-intro">
        <Sentence text={t('causeUpdates.published', { date: SLOT })}>
          <When page={page} at={publishedAt} isDay />
        </Sentence>
      </p>
      <Paragraphs text={body} />
      {mayEdit && (
        <div className="buttons">
          <a
            className="button"
            href={`${ownCausePath(cause, '/updates')}?${new URLSearchParams({ edit: id })}`}
            aria-describedby={id}
          >
            {t('causeUpdates.edit')}
          </a>
          <ConfirmButton
            page={page}
            id={id}
            action="update.delete"
            open={t('causeUpdates.remove')}
            title={t('causeUpdates.removeTitle')}
            body={t('causeUpdates.removeBody')}
            confirm={t('causeUpdates.confirm')}
          />
        </div>
      )}
    </article>
  );
}
