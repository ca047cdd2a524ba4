import { useTexts } from '#components/ui/texts-provider.tsx';
import { suggestEmail } from './email-hint.ts';

type Props = { email: string; onUse: (email: string) => void };

/** Suggests the address that a mistyped one probably means. */
export function EmailSuggestion({ email, onUse }: Props) {
  const { t } = useTexts();
  const suggestion = suggestEmail(email);
  if (suggestion === undefined) return null;
  return (
    <>
      <span>{`${t('checkout.details.suggestion', { email: suggestion })} `}</span>
      <button type="button" className="button-link" onClick={() => onUse(suggestion)}>
        {t('checkout.details.useSuggestion', { email: suggestion })}
      </button>
    </>
  );
}
