import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ButtonPanel } from '../button-panel.tsx';

type Props = {
  page: PageView;
  intro: string;
  /** The path of the file with all that is stored. */
  file: string;
  action: 'donor.erase' | 'creator.erase';
  id: string;
  button: string;
};

/** For a person who asks for what is stored of them, or wants it gone. */
export function PersonalDataPanel({ page, intro, file, action, id, button }: Props) {
  const t = translatorFor(page.locale);
  return (
    <ButtonPanel
      page={page}
      id="personal-data"
      title={t('staff.people.dataTitle')}
      intro={intro}
      action={action}
      hidden={{ id }}
      reason="reason"
      button={button}
      tone="danger"
    >
      <p>
        <a href={file}>{t('staff.people.export')}</a>
      </p>
    </ButtonPanel>
  );
}
