import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { isolate } from '#lib/i18n/isolate.ts';

/** Long enough to read the thanks and to write down the receipt's number. */
const SECONDS = 12;

export type ReturnProps = { linkId: string; to: string; label: string; partner: string | undefined };

/**
 * Takes the donor back to the partner after a while, unless they prefer to stay. Only once in a browser: a donor who opens this
 * page again has been there.
 */
export function ReturnCountdown({ linkId, to, label, partner }: ReturnProps) {
  const { t } = useTexts();
  const [seconds, setSeconds] = useState(SECONDS);
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (hasLeft(linkId)) setStays(true);
    // Back from the partner, on a page that the browser kept: its countdown would go on.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setStays(true);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [linkId]);
  useEffect(() => {
    if (stays) return;
    if (seconds === 0) {
      recordReturned(linkId);
      window.location.assign(to);
      return;
    }
    // It waits while another tab or the bank's app is in front: the thanks have to be seen first.
    const timer = setInterval(() => {
      if (!document.hidden) setSeconds(seconds - 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds, stays, to, linkId]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const screen = box.current?.closest('.screen');
    // A donor who uses something else on the screen, to share, to copy or to have the receipt sent, stays. On a phone, text is
    // selected without a click.
    const onUse = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setStays(true);
    };
    const uses = ['click', 'input', 'selectstart'];
    for (const use of uses) screen?.addEventListener(use, onUse);
    return () => {
      for (const use of uses) screen?.removeEventListener(use, onUse);
    };
  }, []);

  const link = useRef<HTMLAnchorElement>(null);
  const left = (count: number) =>
    partner === undefined
      ? t('checkout.completed.returningBack', { seconds: count })
      : t('checkout.completed.returning', { seconds: count, partner: isolate(partner) });

  function stay(): void {
    setStays(true);
    // The button disappears.
    link.current?.focus();
  }

  return (
    <div className="return" ref={box}>
      <a className="button button-accent" href={to} rel="noreferrer" ref={link} onClick={() => recordReturned(linkId)}>
        {label}
      </a>
      {!stays && (
        <>
          <p role="timer" aria-live="off">
            {left(seconds)}
          </p>
          <button type="button" className="button-link" onClick={stay}>
            {t('checkout.completed.stay')}
          </button>
        </>
      )}
      <p role="status" className={stays ? undefined : 'visually-hidden'}>
        {stays ? t('checkout.completed.staying') : announced(seconds).map(left).join()}
      </p>
    </div>
  );
}

/**
 * What is read out of the countdown: two figures and the end. Every second would drown the thanks, whose heading is read
 * first.
 */
function announced(seconds: number): number[] {
  if (seconds > 10) return [];
  return seconds > 5 ? [10] : seconds > 0 ? [5] : [0];
}

const keyOf = (linkId: string) => `left:${linkId}`;

/** Whether this browser has gone from here to the partner before. */
function hasLeft(linkId: string): boolean {
  try {
    return localStorage.getItem(keyOf(linkId)) !== null;
  } catch {
    return false;
  }
}

function recordReturned(linkId: string): void {
  try {
    localStorage.setItem(keyOf(linkId), '1');
  } catch {
    // Without storage it happens again.
  }
}
