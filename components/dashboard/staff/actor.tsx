import type { ActorName } from '#lib/dashboard/staff/list-view.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { staffPath } from './path.ts';

/** The actor of an entry: a person's name and address with a link to their page, or a system process. */
export function Actor({ t, by }: { t: Translate; by: ActorName }) {
  if (by.id === 'console') return t('staff.records.audit.console');
  if (by.id === 'service') return t('staff.records.audit.service');
  if (by.name === null) return <span className="code">{by.id}</span>;
  return (
    <>
      <a href={staffPath('creators', by.id)}>{by.name}</a> ({by.email})
    </>
  );
}
