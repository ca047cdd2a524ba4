import { useTexts } from '#components/ui/texts-provider.tsx';

/** Stands where a part of the page belongs whose script did not come. What is said is true before and after a payment. */
export function PartMissing() {
  const { t } = useTexts();
  return (
    <div className="alert" role="alert">
      <h3>{t('checkout.missing.title')}</h3>
      <p>{t('checkout.missing.body')}</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        {t('ui.tryAgain')}
      </button>
    </div>
  );
}

/** For the second argument of a dynamic import's `then`. */
export const partMissing = () => PartMissing;
