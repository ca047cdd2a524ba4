import { longInstant } from '#components/ui/texts.ts';
import type { CauseFormView } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CheckField, TextArea, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { CauseFrame, ownCausePath } from './cause-frame.tsx';

type Props = { page: PageView; cause: CauseFormView };

const ACTION = 'cause.edit';
/** The limits of the domain (lib/causes/contract.ts), which enforces them; here they are only shown. */
const MAX_TITLE = 150;
const MAX_STORY = 5000;
const MAX_USE_OF_FUNDS = 2000;

/**
 * The form that edits a cause. If somebody else changed the same fields, both values are shown and nothing is overwritten.
 */
export function EditPage({ page, cause }: Props) {
  const t = translatorFor(page.locale);
  return (
    <CauseFrame page={page} cause={cause} title={t('ownCause.edit.title', { title: cause.title })}>
      {cause.mayEdit ? <Form page={page} cause={cause} /> : <p>{t('ownCause.edit.notPossible')}</p>}
    </CauseFrame>
  );
}

function Form({ page, cause }: Props) {
  const t = translatorFor(page.locale);
  const refused = page.result?.kind === 'refused' && page.result.action === ACTION ? page.result : undefined;
  const common = { page, action: ACTION };
  const errors = refused?.errors ?? [];
  /** The hint of a field; if somebody else changed it, its current value. */
  const hint = (field: string, usual: string | undefined, stored: string) =>
    errors.some((error) => error.field === field && error.code === 'changedMeanwhile')
      ? t('ownCause.edit.saved', { value: stored === '' ? t('ownCause.edit.nothing') : stored })
      : usual;
  const shown = (text: string | undefined) => (text === undefined ? {} : { hint: text });
  const closesAt = cause.closesAt === null ? '' : longInstant(page.locale, cause.closesAt, page.timeZone);
  // It is compared with the values it was first opened with, and a time is in the zone of the page that it was typed on.
  const kept = { base: cause.base, zone: page.timeZone };
  return (
    <ActionForm page={page} action={ACTION} hidden={{ key: cause.key }} kept={kept} hasTime>
      <TextField
        {...common}
        {...shown(hint('title', t('ownCause.edit.nameHint', { max: String(MAX_TITLE) }), cause.title))}
        name="title"
        label={t('ownCause.edit.name')}
        value={cause.title}
        isRequired
      />
      <TextArea
        {...common}
        {...shown(hint('description', t('ownCause.edit.storyHint', { max: String(MAX_STORY) }), cause.description))}
        name="description"
        label={t('ownCause.edit.story')}
        value={cause.description}
        rows={12}
      />
      <TextArea
        {...common}
        {...shown(
          hint('use_of_funds', t('ownCause.edit.useOfFundsHint', { max: String(MAX_USE_OF_FUNDS) }), cause.useOfFunds),
        )}
        name="use_of_funds"
        label={t('ownCause.edit.useOfFunds')}
        value={cause.useOfFunds}
        rows={5}
      />
      <TextField
        {...common}
        {...shown(hint('cover_image_url', t('ownCause.edit.coverHint'), cause.coverImageUrl))}
        name="cover_image_url"
        label={t('ownCause.edit.cover')}
        value={cause.coverImageUrl}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
      />
      <TextField
        {...common}
        {...shown(hint('slug', t('ownCause.edit.slugHint', { prefix: cause.addressPrefix }), cause.slug))}
        name="slug"
        label={t('ownCause.edit.slug')}
        value={cause.slug}
        autoCapitalize="off"
        spellCheck={false}
        isRequired
      />
      <TextField
        {...common}
        {...shown(hint('closes_at', t('ownCause.edit.closesAtHint'), closesAt))}
        name="closes_at"
        label={t('ownCause.edit.closesAt')}
        value={cause.closesAtLocal}
        type="datetime-local"
      />
      <CheckField
        {...common}
        {...shown(
          hint(
            'hide_amounts',
            t('ownCause.edit.hideAmountsHint'),
            t(cause.hidesAmounts ? 'ownCause.edit.yes' : 'ownCause.edit.no'),
          ),
        )}
        name="hide_amounts"
        label={t('ownCause.edit.hideAmounts')}
        isChecked={cause.hidesAmounts}
      />
      <div className="buttons">
        <button type="submit" className="button button-accent">
          {t('ownCause.edit.save')}
        </button>
        <a className="button" href={ownCausePath(cause)}>
          {t('ownCause.edit.cancel')}
        </a>
      </div>
    </ActionForm>
  );
}
