import { useEffect, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { OtherWays } from './card-trouble.tsx';
import type { MethodProps } from './method.ts';

/** After this long the donor is told that it is slow, not broken. */
const SLOW_MS = 6_000;
/** After this long other ways are offered beside the waiting, which goes on. */
const VERY_SLOW_MS = 20_000;

type Props = MethodProps & { tryAgain: () => void };

/** The card form is on its way. It may come at any time: nothing here gives up. */
export function CardLoading({ tryAgain, ...ways }: Props) {
  const { t } = useTexts();
  const [pace, setPace] = useState<'usual' | 'slow' | 'very_slow'>('usual');
  useEffect(() => {
    const timers = [
      setTimeout(() => setPace('slow'), SLOW_MS),
      setTimeout(() => setPace('very_slow'), VERY_SLOW_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <>
      <div className="card-loading" role="status">
        <span className="spinner" aria-hidden="true" />
        <span>
          {t(pace === 'usual' ? 'checkout.payment.loading' : 'checkout.payment.slow')}
          {pace === 'very_slow' && ` ${t('cardForm.slowWays')}`}
        </span>
      </div>
      {pace === 'very_slow' && (
        <>
          <button type="button" className="button" onClick={tryAgain}>
            {t('ui.tryAgain')}
          </button>
          <OtherWays {...ways} />
        </>
      )}
    </>
  );
}
