import { useEffect } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { RedirectMethodView } from '#lib/payments/checkout-view.ts';
import { SelectField } from '../../field.tsx';
import type { MethodProps, PayOutcome } from '../method.ts';
import { payElsewhere } from '../pay-elsewhere.ts';
import { AddressFields } from './address-fields.tsx';
import { HolderFields, type PayerProps } from './holder-fields.tsx';
import { idOf, tidy } from './payer.ts';
import { serverFaults, usePayer } from './use-payer.ts';

/** Bank transfer in Colombia: what PSE asks before it hands the donor to their bank. */
export function PseMethod({ view, startsOver, register }: MethodProps) {
  const { t } = useTexts();
  const ref = view.link.id;
  const banks = view.redirects.find(({ method }) => method === 'bank_transfer')?.options ?? [];
  const form = usePayer(ref, t, banks);

  async function pay(email: string): Promise<PayOutcome> {
    const payer = { ...tidy(form.latest.current), email };
    const outcome = await payElsewhere({ ref, method: 'bank_transfer', payer, start_over: startsOver });
    if (outcome.kind !== 'not_started' || outcome.failure.kind !== 'fields') return outcome;
    const items = form.show(serverFaults(outcome.failure.messages ?? {}));
    return items.length > 0 ? { kind: 'faulty', items } : outcome;
  }

  // Registered after every rendering: the button pays what stands in the fields now.
  useEffect(() => {
    register({
      check: async () => 'ready',
      faults: () =>
        banks.length === 0 ? [{ text: t('redirect.pse.noBanks'), target: idOf('bank') }] : form.check(),
      donorName: () => `${form.latest.current.first_name.trim()} ${form.latest.current.last_name.trim()}`,
      takesAnyAmount: true,
      pay: ({ email }) => pay(email),
    });
    return () => register(null);
  });

  if (banks.length === 0) return <NoBanks />;
  return (
    <div className="groups">
      <div className="steps-ahead">
        <p>{t('redirect.pse.next')}</p>
        <p className="hint">{t('redirect.pse.why')}</p>
      </div>
      <BankField {...{ form, banks }} />
      <HolderFields form={form} />
      <AddressFields form={form} />
    </div>
  );
}

function BankField({ form, banks }: PayerProps & { banks: RedirectMethodView['options'] }) {
  const { t } = useTexts();
  const { payer, change, errorOf } = form;
  return (
    <SelectField
      id={idOf('bank')}
      label={t('redirect.pse.bank')}
      error={errorOf('bank')}
      value={payer.bank}
      onChange={(value) => change({ ...payer, bank: value }, 'bank')}
    >
      <option value="">{t('redirect.pse.chooseBank')}</option>
      {banks.map(({ code, name }) => (
        <option key={code} value={code} translate="no">
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function NoBanks() {
  const { t } = useTexts();
  return (
    <div className="alert" id={idOf('bank')} tabIndex={-1}>
      <h3>{t('redirect.pse.noBanks')}</h3>
      <p>{t('redirect.pse.noBanksBody')}</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        {t('ui.tryAgain')}
      </button>
    </div>
  );
}
