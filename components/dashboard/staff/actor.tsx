import type { ActorName } from '#lib/dashboard/staff/list-view.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Breakable } from '../breakable.tsx';
import { staffPath } from './path.ts';

/** The actor of an entry in a word: a person's name, or a system process. An id where the name is not known. */
export function actorName(t: Translate, { id, name }: ActorName): string {
  if (id === 'console') return t('staff.records.audit.console');
  if (id === 'service') return t('staff.records.audit.service');
  return name ?? id;
}

/** The actor of an entry: a person's name and address with a link to their page, or a system process. */
export function Actor({ t, by }: { t: Translate; by: ActorName }) {
  if (by.id === 'console' || by.id === 'service') return actorName(t, by);
  if (by.name === null) return <span className="code">{by.id}</span>;
  return (
    <>
      <a href={staffPath('creators', by.id)}>{by.name}</a> (<Breakable text={by.email ?? ''} />)
    </>
  );
}
