import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { typedAddress } from '#lib/i18n/typed-address.ts';
import type { Details } from './check-details.ts';
import type { CheckoutState } from './checkout-state.ts';
import { FIELD_IDS } from './error-text.ts';
import { TextArea, TextField } from './field.tsx';
import { formNeeds } from './methods/offer.ts';
import type { Checkout } from './use-checkout.ts';

type Props = Pick<Checkout, 'state' | 'dispatch'>;
type FieldProps = {
  form: CheckoutState['form'];
  change: (details: Partial<Details>, field: keyof Details) => void;
};

/** Its script is loaded once an address is typed. Without it there is no suggestion. */
const EmailSuggestion = lazy(() =>
  import('./email-suggestion.tsx').then(
    (loaded) => ({ default: loaded.EmailSuggestion }),
    () => ({ default: () => null }),
  ),
);

/** Who gives. Nothing here is required unless the method needs it. */
export function DetailsFields({ state, dispatch }: Props) {
  const { t } = useTexts();
  const { form } = state;
  const { needsName, needsEmail, steps } = formNeeds(state.view, form.method);
  const change: FieldProps['change'] = (details, field) =>
    dispatch({ type: 'details_changed', details: { ...form.details, ...details }, field });
  return (
    <fieldset className="section">
      {/* The heading of a step says as much. */}
      <legend className={steps.length > 0 ? 'visually-hidden' : 'section-title'}>{t('checkout.details.legend')}</legend>
      {!needsName && <NameField form={form} change={change} />}
      <EmailField form={form} change={change} needsEmail={needsEmail} />
      <div className="check">
        <input
          id="anonymous"
          type="checkbox"
          checked={form.details.anonymous}
          aria-describedby="anonymous-hint"
          onChange={(event) => change({ anonymous: event.target.checked }, 'anonymous')}
        />
        <label htmlFor="anonymous">{t('checkout.details.anonymous')}</label>
        <p className="hint" id="anonymous-hint">
          {t('checkout.details.anonymousHint')}
        </p>
      </div>
      {!form.details.anonymous && <MessageField form={form} change={change} />}
    </fieldset>
  );
}

/** A message for the page of the cause. It takes no room until the donor opens it, or one comes back with what the tab kept. */
function MessageField({ form: { details, detailErrors }, change }: FieldProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState<boolean>();
  const error = detailErrors.message && t(`errors.${detailErrors.message}`);
  return (
    <details
      className="message"
      open={(isOpen ?? details.message !== '') || error !== undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="button-link">{t('checkout.details.message')}</summary>
      <TextArea
        id={FIELD_IDS.message}
        label={t('checkout.details.messageLabel')}
        error={error}
        hint={t('checkout.details.messageHint')}
        rows={3}
        dir="auto"
        value={details.message}
        onChange={(message) => {
          // It may have been opened before the page's scripts ran, which nobody was told of: it stays open for whoever empties it.
          setIsOpen(true);
          change({ message }, 'message');
        }}
      />
    </details>
  );
}

function NameField({ form: { details, detailErrors }, change }: FieldProps) {
  const { t } = useTexts();
  return (
    <TextField
      id={FIELD_IDS.name}
      label={t('checkout.details.name')}
      error={detailErrors.name && t(`errors.${detailErrors.name}`)}
      autoComplete="name"
      maxLength={200}
      value={details.name}
      onChange={(name) => change({ name }, 'name')}
    />
  );
}

function EmailField({ form: { details, detailErrors }, change, needsEmail }: FieldProps & { needsEmail: boolean }) {
  const { t } = useTexts();
  return (
    <TextField
      id={FIELD_IDS.email}
      label={t(needsEmail ? 'checkout.details.emailRequired' : 'checkout.details.email')}
      error={detailErrors.email && t(`errors.${detailErrors.email}`)}
      hint={t('checkout.details.emailHint')}
      live={
        details.email.includes('@') && (
          <Suspense>
            <EmailSuggestion
              email={details.email}
              onUse={(email) => {
                change({ email }, 'email');
                // The button disappears.
                document.getElementById(FIELD_IDS.email)?.focus();
              }}
            />
          </Suspense>
        )
      }
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={300}
      value={details.email}
      onChange={(email) => change({ email: typedAddress(email) }, 'email')}
    />
  );
}
