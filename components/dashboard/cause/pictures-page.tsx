import type { CausePicturesView } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { FileField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { Panel } from '../panel.tsx';
import { CauseFrame } from './cause-frame.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import './story.css';

type Props = { page: PageView; view: CausePicturesView };

const ACTION = 'picture.add';

/** The pictures on the page of a cause: the form that adds one, and those that are there. */
export function PicturesPage({ page, view: { cause, mayEdit, hasRoom, pictures } }: Props) {
  const t = translatorFor(page.locale);
  const common = { page, action: ACTION };
  return (
    <CauseFrame page={page} cause={cause} title={t('causePictures.title', { title: cause.title })}>
      {!mayEdit && <p>{t('causeUpdates.notPossible')}</p>}
      {mayEdit && !hasRoom && <p>{t('dashboard.formErrors.tooManyPictures')}</p>}
      {mayEdit && hasRoom && (
        <Panel id="add" title={t('causePictures.add')} intro={t('causePictures.intro')}>
          <ActionForm page={page} action={ACTION} hidden={{ key: cause.key }} hasFile>
            <TextField
              {...common}
              name="alt"
              label={t('causePictures.alt')}
              hint={t('causePictures.altHint')}
              dir="auto"
              isRequired
            />
            <FileField
              {...common}
              name="file"
              label={t('causePictures.file')}
              hint={t('causePictures.fileHint')}
              accept="image/jpeg,image/png,image/webp"
              isRequired
            />
            <button type="submit" className="button button-accent">
              {t('causePictures.upload')}
            </button>
          </ActionForm>
        </Panel>
      )}
      <section className="story-list" aria-labelledby="list">
        <h2 id="list">{t('causePictures.list')}</h2>
        {pictures.length === 0 && <p className="empty">{t('causePictures.empty')}</p>}
        <ul className="story-pictures">
          {pictures.map(({ id, alt, small }) => (
            <li key={id} className="panel">
              {/* biome-ignore lint/performance/noImgElement: it has a size of its own for lists. */}
              <img src={small.path} width={small.width} height={small.height} alt="" loading="lazy" />
              <p id={id} dir="auto">
                {alt}
              </p>
              {mayEdit && (
                <ConfirmButton
                  page={page}
                  id={id}
                  action="picture.delete"
                  open={t('causePictures.remove')}
                  title={t('causePictures.removeTitle')}
                  body={t('causePictures.removeBody')}
                  confirm={t('causePictures.confirm')}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    </CauseFrame>
  );
}
