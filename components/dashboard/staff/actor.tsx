import type { ActorName } from '#lib/dashboard/staff-view.ts';
import type { Translate } from '#lib/i18n/translator.ts';

/** Who acted: a person by name and address, or what acts without one. */
export function Actor({ t, by }: { t: Translate; by: ActorName }) {
  if (by.id === 'console') return t('staff.records.audit.console');
  if (by.id === 'service') return t('staff.records.audit.service');
  if (by.name === null) return <span className="code">{by.id}</span>;
  return `${by.name} (${by.email})`;
}
