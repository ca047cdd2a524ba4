import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { useFocusFallback } from '../focus-fallback.ts';
import { OtherOptions } from './card-error.tsx';
import type { MethodProps } from './method.ts';

/** After this long the page says that the form is slow to come, not broken, and the button why it is off. In milliseconds. */
const SLOW_MS = 2_500;
/** After this long other ways to pay are offered while it goes on loading. In milliseconds. */
const VERY_SLOW_MS = 20_000;

type Props = MethodProps & { tryAgain: () => void };

/** The card form is loading. It may appear at any time: nothing here gives up. */
export function CardLoading({ tryAgain, onOff, ...ways }: Props) {
  const { t } = useTexts();
  const [pace, setPace] = useState<'usual' | 'slow' | 'very_slow'>('usual');
  useEffect(() => {
    const timers = [setTimeout(() => setPace('slow'), SLOW_MS), setTimeout(() => setPace('very_slow'), VERY_SLOW_MS)];
    return () => timers.forEach(clearTimeout);
  }, []);
  const isSlow = pace !== 'usual';
  useEffect(() => {
    if (!isSlow) return;
    onOff('slow');
    return () => onOff(null);
  }, [isSlow, onOff]);
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div className="card-parts card-parts-loading" ref={box}>
      <div className="card-loading" role="status">
        <span className="spinner" aria-hidden="true" />
        <span>
          {pace === 'usual'
            ? t('checkout.payment.loading')
            : `${t('checkout.payment.slow')} ${pace === 'slow' ? '' : t('cardForm.slowWays')}`}
        </span>
      </div>
      {pace === 'very_slow' && (
        <>
          <button type="button" className="button" onClick={tryAgain}>
            {t('ui.tryAgain')}
          </button>
          <OtherOptions {...ways} isOfDevice />
        </>
      )}
    </div>
  );
}
