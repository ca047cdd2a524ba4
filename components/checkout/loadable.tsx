import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
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

/**
 * A part of the page from its script. Where that could not be loaded, there is a message in its place, which loads it when the
 * donor tries again. Its text is true before and after a payment.
 * @param load imports the part
 */
export function loadPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  return load().catch(() => (props: Props) => {
    const { t } = useTexts();
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    const again = () =>
      load().then(
        (loaded) => setPart(() => loaded),
        () => {
          // The script may be gone with an earlier release: a new page has the right one. Without a network there is none.
          if (navigator.onLine) window.location.reload();
        },
      );
    return Part ? (
      <Part {...props} />
    ) : (
      <div className="alert" role="alert">
        <h2>{t('checkout.missing.title')}</h2>
        <p>{t('checkout.missing.body')}</p>
        <button type="button" className="button" onClick={again}>
          {t('ui.tryAgain')}
        </button>
      </div>
    );
  });
}
