import type { PageView } from '#lib/dashboard/page-view.ts';
import type { TermsDetail } from '#lib/dashboard/staff/clients.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writePercent } from '#lib/i18n/write-money-path.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { Facts } from '../facts.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { ApprovalPanel } from './approval-panel.tsx';

type Change = Pick<TermsDetail, 'before' | 'after'>;

/** What a change of a client's terms changes, a line for each. */
export function ChangedTerms({ page, before, after }: Change & { page: PageView }) {
  const t = translatorFor(page.locale);
  const percent = (value: number) => writePercent(value, page.locale);
  const contact = (email: string | null) => email ?? t('staff.approvals.terms.nobody');
  const model =
    after.feeModel === 'all_inclusive'
      ? t('staff.partners.client.feeModels.all_inclusive')
      : t('staff.partners.client.feeModels.plus_gateway_costs');
  const lines = [
    before.feePercent !== after.feePercent &&
      t('staff.approvals.terms.fee', {
        value: percent(after.feePercent),
        previous: percent(before.feePercent),
      }),
    before.feeModel !== after.feeModel && t('staff.approvals.terms.feeModel', { value: model }),
    before.contactEmail !== after.contactEmail &&
      t('staff.approvals.terms.contact', {
        value: contact(after.contactEmail),
        previous: contact(before.contactEmail),
      }),
  ];
  return lines.filter((line) => line !== false).map((line) => <div key={line}>{line}</div>);
}

/** A change of terms that has not ended: to approve or reject it, or to stop its new contact. */
export function TermsPanel({ page, change }: { page: PageView; change: TermsDetail }) {
  const t = translatorFor(page.locale);
  const { id, before, after, by, contactAt, requestedAt, isOwn } = change;
  const facts = (
    <Facts
      facts={[
        {
          term: t('staff.approvals.change'),
          value: <ChangedTerms page={page} before={before} after={after} />,
        },
        { term: t('staff.approvals.by'), value: <Actor t={t} by={by} /> },
        { term: t('staff.approvals.at'), value: <When page={page} at={requestedAt} /> },
        contactAt && {
          term: t('staff.approvals.terms.contactAt'),
          value: <When page={page} at={contactAt} />,
        },
      ]}
    />
  );
  if (contactAt)
    return (
      <ButtonPanel
        page={page}
        id="new-contact"
        title={t('staff.approvals.terms.contactTitle')}
        intro={t('staff.approvals.terms.contactIntro')}
        action="client_terms.reject"
        hidden={{ id }}
        button={t('staff.approvals.terms.stop')}
        reason="reason"
        tone="danger"
      >
        {facts}
      </ButtonPanel>
    );
  return (
    <ApprovalPanel
      page={page}
      id={id}
      isOwn={isOwn}
      title={t('staff.approvals.terms.title')}
      intro={t('staff.approvals.terms.intro')}
      approve={{ action: 'client_terms.approve', label: t('staff.approvals.terms.approve') }}
      refuse={{ action: 'client_terms.reject', label: t('staff.approvals.terms.refuse'), reason: 'reason' }}
    >
      {facts}
    </ApprovalPanel>
  );
}
