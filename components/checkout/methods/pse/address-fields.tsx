import { useTexts } from '#components/ui/texts-provider.tsx';
import { TextField } from '../../field.tsx';
import type { PayerProps } from './holder-fields.tsx';
import { idOf, LONGEST } from './payer.ts';

/** Where the account holder lives, in the parts that the gateway asks for. */
export function AddressFields({ form }: PayerProps) {
  const { t } = useTexts();
  const { payer, change, errorOf } = form;
  return (
    <fieldset className="group">
      <legend className="group-title">{t('redirect.pse.addressLegend')}</legend>
      <div className="pair pair-street">
        <TextField
          id={idOf('street_name')}
          label={t('redirect.pse.street')}
          hint={t('redirect.pse.streetHint')}
          error={errorOf('street_name')}
          value={payer.street_name}
          autoComplete="address-line1"
          maxLength={LONGEST.street_name}
          onChange={(value) => change({ ...payer, street_name: value }, 'street_name')}
        />
        <TextField
          id={idOf('street_number')}
          label={t('redirect.pse.streetNumber')}
          hint={t('redirect.pse.streetNumberHint')}
          error={errorOf('street_number')}
          value={payer.street_number}
          autoComplete="off"
          maxLength={LONGEST.street_number}
          onChange={(value) => change({ ...payer, street_number: value }, 'street_number')}
        />
      </div>
      <div className="pair">
        <TextField
          id={idOf('neighborhood')}
          label={t('redirect.pse.neighborhood')}
          error={errorOf('neighborhood')}
          value={payer.neighborhood}
          autoComplete="address-level3"
          maxLength={LONGEST.neighborhood}
          onChange={(value) => change({ ...payer, neighborhood: value }, 'neighborhood')}
        />
        <TextField
          id={idOf('city')}
          label={t('redirect.pse.city')}
          error={errorOf('city')}
          value={payer.city}
          autoComplete="address-level2"
          maxLength={LONGEST.city}
          onChange={(value) => change({ ...payer, city: value }, 'city')}
        />
      </div>
      <TextField
        id={idOf('zip_code')}
        label={t('redirect.pse.zipCode')}
        hint={t('redirect.pse.zipCodeHint')}
        error={errorOf('zip_code')}
        value={payer.zip_code}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={LONGEST.zip_code}
        onChange={(value) => change({ ...payer, zip_code: value }, 'zip_code')}
      />
    </fieldset>
  );
}
