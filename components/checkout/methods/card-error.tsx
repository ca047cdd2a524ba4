import { useEffect, useRef, useState } from 'react';
import { clockTime, type Texts } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { failureText } from '../error-text.ts';
import { useFocusFallback } from '../focus-fallback.ts';
import { OtherDevice } from '../other-device.tsx';
import { OtherMethods } from '../other-methods.tsx';
import type { MethodProps } from './method.ts';
import type { CardError } from './use-card-setup.ts';

type Props = MethodProps & {
  error: CardError;
  /** The page tries again automatically. */
  isRetried: boolean;
  scriptAddress: string;
  tryAgain: () => void;
};

/** The error of the pay button links to it. */
const ID = 'card-error';

/** Why there is no card form, a way to try again, and other ways to pay. */
export function CardErrorAlert({ error, isRetried, scriptAddress, tryAgain, register, onOff, ...ways }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { host } = new URL(scriptAddress);
  const { kind } = error;
  useEffect(() => {
    register({
      check: async () => 'incomplete',
      pay: async () => ({ kind: 'incomplete' }),
      errors: () => [{ text: (t) => t(`cardForm.${kind}.title`), target: ID }],
    });
    return () => register(null);
  }, [register, kind]);
  const isLocked = kind === 'locked';
  useEffect(() => {
    onOff(isLocked ? 'paused' : 'unavailable');
    return () => onOff(null);
  }, [isLocked, onOff]);
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  const { causeUrl } = ways.view;
  return (
    <div className="card-parts" ref={box}>
      <div className="alert" role="alert" id={ID} tabIndex={-1}>
        <h3>{t(`cardForm.${kind}.title`)}</h3>
        <p>{cardErrorText(texts, error, host)}</p>
        {isRetried && <p>{t('cardForm.retrying')}</p>}
        {error.kind === 'locked' ? (
          <Reopening until={error.until} onReopen={tryAgain} />
        ) : (
          <button type="button" className="button" onClick={tryAgain}>
            {t('ui.tryAgain')}
          </button>
        )}
      </div>
      {/* Without a network no other way to pay helps either. */}
      {error.kind !== 'offline' && <OtherOptions {...ways} isOfDevice={isOfDevice(error)} />}
      {error.kind === 'locked' && error.newLinkHelps && causeUrl !== null && (
        <p className="next-links ways-elsewhere">
          <span>{`${t('cardForm.locked.newLink')} `}</span>
          <a className="button" href={`${causeUrl}#give`}>
            {t('checkout.giveOnCausePage')}
          </a>
        </p>
      )}
    </div>
  );
}

function cardErrorText(texts: Texts, error: CardError, host: string): string {
  const { t, formatLocale } = texts;
  if (error.kind === 'refused') return failureText(t, error.failure, 'start');
  if (error.kind === 'locked') return t('cardForm.locked.body', { time: clockTime(formatLocale, error.until) });
  return t(`cardForm.${error.kind}.body`, { host });
}

const MINUTE_MS = 60_000;

/** Counts down the minutes of the pause, and loads the card form again once it is over. */
function Reopening({ until, onReopen }: { until: Date; onReopen: () => void }) {
  const { t } = useTexts();
  const latest = useRef(onReopen);
  latest.current = onReopen;
  const [remainingMs, setRemainingMs] = useState(() => until.getTime() - Date.now());
  const minutes = Math.max(1, Math.ceil(remainingMs / MINUTE_MS));
  useEffect(() => {
    if (remainingMs <= 0) return latest.current();
    const untilNextMs = remainingMs - (minutes - 1) * MINUTE_MS;
    const timer = setTimeout(() => setRemainingMs(until.getTime() - Date.now()), untilNextMs);
    return () => clearTimeout(timer);
  }, [remainingMs, minutes, until]);
  return (
    <>
      <p role="timer" aria-live="off">
        {t('cardForm.locked.opens', { minutes })}
      </p>
      {/* Every minute would be too much to listen to: what is read out is the beginning, five minutes and one. */}
      <p role="status" className="visually-hidden">
        {minutes <= 5 && t('cardForm.locked.opens', { minutes: minutes > 1 ? 5 : 1 })}
      </p>
    </>
  );
}

type OtherOptionsProps = Pick<MethodProps, 'view' | 'others' | 'onChoose'> & {
  /** Another device would probably not show the same. */
  isOfDevice: boolean;
};

/** Whether the error comes from this device or its network, and not from the link or the gateway. */
function isOfDevice({ kind }: CardError): boolean {
  return kind === 'blocked' || kind === 'broken';
}

/** The cause's other methods that take this amount, and the same page on another device. */
export function OtherOptions({ view, others, onChoose, isOfDevice }: OtherOptionsProps) {
  return (
    <>
      {others.length > 0 && (
        <p className="next-links ways-elsewhere">
          <OtherMethods others={others} onChoose={onChoose} />
        </p>
      )}
      {isOfDevice && <OtherDevice url={view.url} linkId={view.link.id} isOpen />}
    </>
  );
}
