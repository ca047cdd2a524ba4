import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import { type EmailData, sendEmail } from '#lib/outbox/send-email.ts';
import type { CauseWithOwner } from './find.ts';
import { acceptance, type CauseState, STATE_RULES } from './states.ts';

type Change = EmailData['cause_changed']['change'];

/** States in which a cause waits for staff, or for its creator to answer them. */
const HELD = ['paused', 'info_required', 'funds_on_hold'] as const satisfies Change[];

/**
 * Mails the creator of a cause that staff rejected, paused or held it, or that it goes on, in the transaction of that transition.
 * The reason is not in it: staff write it for the audit log.
 */
export async function mailCauseChange(
  tx: Tx,
  cause: CauseWithOwner,
  { from, to }: { from: CauseState; to: CauseState },
  now: Date,
): Promise<void> {
  const change = changeOf(from, to);
  if (change === null) return;
  const { key, title, country, owner } = cause;
  await sendEmail(
    tx,
    'cause_changed',
    { recipient: owner.email, locale: localeOfCountry(country) ?? DEFAULT_LOCALE },
    {
      name: owner.name,
      title,
      change,
      isOpen: acceptance(cause, now) === 'accepting',
      causeUrl: `${env().publicBaseUrl}/dashboard/causes/${key}`,
    },
  );
}

/** What the creator is mailed about a transition by staff; null for no mail. */
export function changeOf(from: CauseState, to: CauseState): Change | null {
  const held = HELD.find((state) => state === to);
  if (held || to === 'rejected') return held ?? 'rejected';
  const { collects, paysOut } = STATE_RULES[to];
  return HELD.some((state) => state === from) && (collects || paysOut) ? 'resumed' : null;
}
