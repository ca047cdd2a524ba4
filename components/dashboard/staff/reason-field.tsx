import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { TextField } from '../field.tsx';

type Props = {
  page: PageView;
  action: string;
  name?: 'reason' | 'note';
  /** Only needed if the action stops donations or withdrawals. */
  isOptional?: boolean;
  scope?: string | undefined;
};

/** Why staff do something: others read it in the audit log and on the object. */
export function ReasonField({ page, action, name = 'reason', isOptional = false, scope }: Props) {
  const t = translatorFor(page.locale);
  return (
    <TextField
      page={page}
      action={action}
      name={name}
      scope={scope}
      label={t('review.reason')}
      hint={t(isOptional ? 'review.reasonHintIfStops' : 'review.reasonHint')}
      maxLength={500}
      autoComplete="off"
      isRequired={!isOptional}
    />
  );
}
