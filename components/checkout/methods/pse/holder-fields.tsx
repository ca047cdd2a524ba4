import { useTexts } from '#components/ui/texts-provider.tsx';
import { SelectField, TextField } from '../../field.tsx';
import { idOf, LONGEST, PERSONAL_DOCUMENTS, type PsePayer, withPersonType } from './payer.ts';
import type { usePayer } from './use-payer.ts';

export type PayerProps = { form: ReturnType<typeof usePayer> };

/** Whose account it is: a person or an organisation, with the document that the bank knows them by. */
export function HolderFields({ form }: PayerProps) {
  const { t } = useTexts();
  const { payer, change, errorOf } = form;
  const isPerson = payer.person_type === 'individual';
  const nameHint = isPerson ? undefined : t('redirect.pse.associationNameHint');
  return (
    <fieldset className="group">
      <legend className="group-title">{t('redirect.pse.holderLegend')}</legend>
      <PersonType form={form} />
      <div className="pair pair-document">
        {isPerson && <DocumentType form={form} />}
        <TextField
          id={idOf('document_number')}
          label={isPerson ? t('redirect.pse.documentNumber') : t('redirect.pse.documents.NIT')}
          hint={t('redirect.pse.documentNumberHint')}
          error={errorOf('document_number')}
          value={payer.document_number}
          inputMode={payer.document_type === 'PAS' ? 'text' : 'numeric'}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={LONGEST.document_number + 5}
          onChange={(value) => change({ ...payer, document_number: value }, 'document_number')}
        />
      </div>
      <div className="pair">
        <TextField
          id={idOf('first_name')}
          label={t('redirect.pse.firstName')}
          hint={nameHint}
          error={errorOf('first_name')}
          value={payer.first_name}
          autoComplete="given-name"
          maxLength={LONGEST.first_name}
          onChange={(value) => change({ ...payer, first_name: value }, 'first_name')}
        />
        <TextField
          id={idOf('last_name')}
          label={t('redirect.pse.lastName')}
          error={errorOf('last_name')}
          value={payer.last_name}
          autoComplete="family-name"
          maxLength={LONGEST.last_name}
          onChange={(value) => change({ ...payer, last_name: value }, 'last_name')}
        />
      </div>
      <TextField
        id={idOf('phone')}
        label={t('redirect.pse.phone')}
        hint={t('redirect.pse.phoneHint')}
        error={errorOf('phone')}
        value={payer.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        onChange={(value) => change({ ...payer, phone: value }, 'phone')}
      />
    </fieldset>
  );
}

function PersonType({ form }: PayerProps) {
  const { t } = useTexts();
  const { payer, change } = form;
  const types: PsePayer['person_type'][] = ['individual', 'association'];
  return (
    <fieldset className="methods">
      <legend>{t('redirect.pse.personType')}</legend>
      <div className="choices">
        {types.map((type, index) => (
          <label className="choice choice-text" key={type}>
            <input
              id={index === 0 ? idOf('person_type') : undefined}
              type="radio"
              name="person-type"
              checked={payer.person_type === type}
              onChange={() => change(withPersonType(payer, type), 'document_number')}
            />
            <span>{t(`redirect.pse.${type}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function DocumentType({ form }: PayerProps) {
  const { t } = useTexts();
  const { payer, change, errorOf } = form;
  return (
    <SelectField
      id={idOf('document_type')}
      label={t('redirect.pse.documentType')}
      error={errorOf('document_type')}
      value={payer.document_type}
      onChange={(value) => {
        const chosen = PERSONAL_DOCUMENTS.find((type) => type === value) ?? 'CC';
        change({ ...payer, document_type: chosen }, 'document_type');
      }}
    >
      {PERSONAL_DOCUMENTS.map((type) => (
        <option key={type} value={type}>
          {t(`redirect.pse.documents.${type}`)}
        </option>
      ))}
    </SelectField>
  );
}
