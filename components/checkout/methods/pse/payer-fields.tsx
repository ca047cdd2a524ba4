import type { ComponentProps, ReactNode } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { RedirectMethodView } from '#lib/payments/views/checkout-view.ts';
import { TextField } from '../../field.tsx';
import { documentOf, fieldId, NUMERIC_DOCUMENTS, type PayerField, PERSONAL_DOCUMENTS, type PsePayer } from './payer.ts';
import { FIELD_TEXTS } from './payer-error-text.ts';
import { SelectField } from './select-field.tsx';
import type { usePayer } from './use-payer.ts';

type PayerProps = { form: ReturnType<typeof usePayer> };

/** The bank that the donor pays from. */
export function BankField({ form, banks }: PayerProps & { banks: RedirectMethodView['options'] }) {
  const { t } = useTexts();
  return (
    <PayerSelect form={form} field="bank" select={(bank) => ({ ...form.payer, bank })}>
      <option value="">{t('redirect.pse.chooseBank')}</option>
      {banks.map(({ code, name }) => (
        <option key={code} value={code} translate="no">
          {name}
        </option>
      ))}
    </PayerSelect>
  );
}

/** Whose account it is: a person or an organisation, with the document that the bank knows them by. */
export function HolderFields({ form }: PayerProps) {
  const { t } = useTexts();
  const { payer } = form;
  const isPerson = payer.person_type === 'individual';
  return (
    <fieldset className="group">
      <legend className="group-title">{t('redirect.pse.holderLegend')}</legend>
      <PersonType form={form} />
      <div className="pair pair-document">
        {isPerson && (
          <PayerSelect
            form={form}
            field="document_type"
            select={(chosen) => ({
              ...payer,
              document_type: PERSONAL_DOCUMENTS.find((type) => type === chosen) ?? 'CC',
            })}
          >
            {PERSONAL_DOCUMENTS.map((type) => (
              <option key={type} value={type}>
                {t(`redirect.pse.documents.${type}`)}
              </option>
            ))}
          </PayerSelect>
        )}
        <PayerText
          form={form}
          field="document_number"
          {...(isPerson ? {} : { label: t('redirect.pse.documents.NIT') })}
          hint={t('redirect.pse.documentWhy')}
          inputMode={NUMERIC_DOCUMENTS.has(documentOf(payer)) ? 'numeric' : 'text'}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </div>
      <div className="pair">
        <PayerText
          form={form}
          field="first_name"
          hint={isPerson ? undefined : t('redirect.pse.associationNameHint')}
          autoComplete="given-name"
        />
        <PayerText form={form} field="last_name" autoComplete="family-name" />
      </div>
      <PayerText
        form={form}
        field="phone"
        hint={t('redirect.pse.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
      />
    </fieldset>
  );
}

/** Where the account holder lives, in the parts that the gateway asks for. */
export function AddressFields({ form }: PayerProps) {
  const { t } = useTexts();
  return (
    <fieldset className="group">
      <legend className="group-title">{t('redirect.pse.addressLegend')}</legend>
      <PayerText form={form} field="street" hint={t('redirect.pse.streetHint')} autoComplete="address-line1" />
      <div className="pair">
        <PayerText form={form} field="neighborhood" autoComplete="address-level3" />
        <PayerText form={form} field="city" autoComplete="address-level2" />
      </div>
      <PayerText
        form={form}
        field="zip_code"
        hint={t('redirect.pse.zipCodeHint')}
        inputMode="numeric"
        autoComplete="postal-code"
      />
    </fieldset>
  );
}

function PersonType({ form: { payer, change } }: PayerProps) {
  const { t } = useTexts();
  const types: PsePayer['person_type'][] = ['individual', 'association'];
  return (
    <fieldset className="methods">
      <legend>{t('redirect.pse.personType')}</legend>
      <div className="choices">
        {types.map((type, index) => (
          <label className="choice choice-text" key={type}>
            <input
              id={index === 0 ? fieldId('person_type') : undefined}
              type="radio"
              name="person-type"
              value={type}
              checked={payer.person_type === type}
              onChange={() => change({ ...payer, person_type: type }, 'document_number')}
            />
            <span>{t(`redirect.pse.${type}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type TypedField = Exclude<PayerField, 'bank' | 'person_type' | 'document_type'>;
type PayerTextProps = PayerProps & { field: TypedField; label?: string } & Omit<
    ComponentProps<typeof TextField>,
    'id' | 'label' | 'error' | 'value' | 'onChange' | 'form'
  >;

/** A browser cuts what is pasted, without a word: what is too long is typed all the same, and then named as an error. */
const LONGEST_TYPED = 100;

/** A text of the payer with its own label and error. */
function PayerText({ form: { payer, change, errorOf }, field, ...input }: PayerTextProps) {
  const { t } = useTexts();
  return (
    <TextField
      label={t(`redirect.pse.${FIELD_TEXTS[field]}`)}
      maxLength={LONGEST_TYPED}
      {...input}
      id={fieldId(field)}
      error={errorOf(field)}
      value={payer[field]}
      onChange={(value) => change({ ...payer, [field]: value }, field)}
    />
  );
}

type PayerSelectProps = PayerProps & {
  field: 'bank' | 'document_type';
  /** The payer with the chosen value. */
  select: (value: string) => PsePayer;
  children: ReactNode;
};

/** A choice of the payer with its own label and error. */
function PayerSelect({ form: { payer, change, errorOf }, field, select, children }: PayerSelectProps) {
  const { t } = useTexts();
  return (
    <SelectField
      id={fieldId(field)}
      label={t(`redirect.pse.${FIELD_TEXTS[field]}`)}
      error={errorOf(field)}
      value={payer[field]}
      onChange={(value) => change(select(value), field)}
    >
      {children}
    </SelectField>
  );
}
