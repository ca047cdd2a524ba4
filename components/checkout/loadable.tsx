import { type ReactNode, Suspense } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';

type Props = {
  /** It is on the page from the start: the server renders it whole, even before its script is loaded. */
  isFirst: boolean;
  children: ReactNode;
};

/** A part of the page with a script of its own. One that is shown later may have to wait for its script. */
export function Loadable({ isFirst, children }: Props) {
  return isFirst ? children : <Suspense fallback={<Loading />}>{children}</Suspense>;
}

function Loading() {
  return (
    <p className="part-loading">
      <span className="spinner" aria-hidden="true" />
    </p>
  );
}

/** Shown where a part of the page belongs whose script could not be loaded. Its text is true before and after a payment. */
function LoadFailed() {
  const { t } = useTexts();
  return (
    <div className="alert" role="alert">
      <h2>{t('checkout.missing.title')}</h2>
      <p>{t('checkout.missing.body')}</p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        {t('ui.tryAgain')}
      </button>
    </div>
  );
}

/** For the second argument of a dynamic import's `then`. */
export const loadFailed = () => LoadFailed;
