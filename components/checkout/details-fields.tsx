import { useTexts } from '#components/ui/texts-provider.tsx';
import { suggestEmail } from './email-hint.ts';

/** What a donor may say about themselves. */
export type Details = { name: string; email: string; anonymous: boolean };
export type DetailErrors = { name?: string | undefined; email?: string | undefined };
/** What is asked of the details: no name where the method asks for it itself. */
export type DetailNeeds = { showsName: boolean; needsEmail: boolean };
export const DETAIL_IDS = { name: 'name', email: 'email' } as const;

type Props = {
  details: Details;
  errors: DetailErrors;
  needs: DetailNeeds;
  onChange: (details: Details, field: keyof Details) => void;
};

/** Who gives: nothing here is required unless the method needs it, and whether the name is shown is said beside the choice. */
export function DetailsFields({ details, errors, needs, onChange }: Props) {
  const { t } = useTexts();
  return (
    <fieldset className="section">
      <legend className="section-title">{t('checkout.details.legend')}</legend>
      {needs.showsName && <NameField {...{ details, errors, onChange }} />}
      <EmailField {...{ details, errors, needs, onChange }} />
      <div className="check">
        <input
          id="anonymous"
          type="checkbox"
          checked={details.anonymous}
          aria-describedby="anonymous-hint"
          onChange={(event) => onChange({ ...details, anonymous: event.target.checked }, 'anonymous')}
        />
        <label htmlFor="anonymous">{t('checkout.details.anonymous')}</label>
        <p className="hint" id="anonymous-hint">
          {t('checkout.details.anonymousHint')}
        </p>
      </div>
    </fieldset>
  );
}

function NameField({ details, errors, onChange }: Omit<Props, 'needs'>) {
  const { t } = useTexts();
  return (
    <div className="field">
      <label htmlFor={DETAIL_IDS.name}>{t('checkout.details.name')}</label>
      <input
        id={DETAIL_IDS.name}
        className="input"
        type="text"
        autoComplete="name"
        maxLength={200}
        value={details.name}
        aria-invalid={errors.name !== undefined}
        aria-describedby={errors.name === undefined ? undefined : 'name-error'}
        onChange={(event) => onChange({ ...details, name: event.target.value }, 'name')}
      />
      {errors.name !== undefined && (
        <p className="field-error" id="name-error">
          {errors.name}
        </p>
      )}
    </div>
  );
}

function EmailField({ details, errors, needs, onChange }: Props) {
  const { t } = useTexts();
  const meant = suggestEmail(details.email);
  const describedBy = errors.email === undefined ? 'email-hint email-meant' : 'email-error email-hint';
  return (
    <div className="field">
      <label htmlFor={DETAIL_IDS.email}>
        {t(needs.needsEmail ? 'checkout.details.emailRequired' : 'checkout.details.email')}
      </label>
      <input
        id={DETAIL_IDS.email}
        className="input"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        value={details.email}
        aria-invalid={errors.email !== undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange({ ...details, email: event.target.value }, 'email')}
      />
      {errors.email !== undefined && (
        <p className="field-error" id="email-error">
          {errors.email}
        </p>
      )}
      <p className="hint" id="email-hint">
        {t('checkout.details.emailHint')}
      </p>
      <p className="hint" id="email-meant" aria-live="polite">
        {meant !== undefined && (
          <>
            {t('checkout.details.suggestion', { email: meant })}{' '}
            <button
              type="button"
              className="button-link"
              onClick={() => onChange({ ...details, email: meant }, 'email')}
            >
              {t('checkout.details.useSuggestion', { email: meant })}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
