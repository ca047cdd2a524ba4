'use client';

import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';

/** Long enough to read the thanks and to write down the receipt's number. */
const SECONDS = 12;

type Props = { to: string; label: string; partner: string | undefined };

/** Takes the donor back to the partner after a while, unless they prefer to stay. */
export function ReturnCountdown({ to, label, partner }: Props) {
  const { t } = useTexts();
  const [seconds, setSeconds] = useState(SECONDS);
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (stays) return;
    if (seconds === 0) {
      window.location.assign(to);
      return;
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds, stays, to]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const screen = box.current?.closest('.screen');
    // Whoever uses something else on the screen, to share or to copy, is not taken away from it.
    const stay = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setStays(true);
    };
    screen?.addEventListener('click', stay);
    return () => screen?.removeEventListener('click', stay);
  }, []);

  return (
    <div className="return" ref={box}>
      <a className="button button-accent" href={to} rel="noreferrer">
        {label}
      </a>
      {stays ? (
        <p role="status">{t('checkout.completed.staying')}</p>
      ) : (
        <>
          {/* Not a live region: a number read out every second would drown the thanks. */}
          <p role="timer" aria-live="off">
            {partner === undefined
              ? t('checkout.completed.returningBack', { seconds })
              : t('checkout.completed.returning', { seconds, partner })}
          </p>
          <button type="button" className="button-link" onClick={() => setStays(true)}>
            {t('checkout.completed.stay')}
          </button>
        </>
      )}
    </div>
  );
}
