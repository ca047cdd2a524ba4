import { useEffect, useRef } from 'react';
import { clockTime, type Texts } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { Failure } from '../api.ts';
import { failureText } from '../failure-text.ts';
import { Instead } from '../instead.tsx';
import { OtherDevice } from '../other-device.tsx';
import type { MethodProps } from './method.ts';
import type { ScriptTrouble } from './script-trouble.ts';

/** What stands in the way of the card form: its script, or the server's answer. */
export type Trouble =
  | { kind: ScriptTrouble }
  | { kind: 'refused'; failure: Failure }
  /** Card payments of the link pause after too many declines; `until` by the clock of this device. */
  | { kind: 'locked'; until: Date };

type Props = MethodProps & { trouble: Trouble; scriptAddress: string; tryAgain: () => void };

/** What the pay button's message leads to. */
const ID = 'card-trouble';

/** There is no card form, and why; to be tried again, and what else can be done. */
export function CardTrouble({ trouble, scriptAddress, tryAgain, register, ...ways }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { host } = new URL(scriptAddress);
  const title = t(`cardForm.${trouble.kind}.title`);
  useEffect(() => {
    register({
      check: async () => 'incomplete',
      pay: async () => ({ kind: 'incomplete' }),
      faults: () => [{ text: title, target: ID }],
    });
    return () => register(null);
  }, [register, title]);
  return (
    <>
      <div className="alert" role="alert" id={ID} tabIndex={-1}>
        <h3>{title}</h3>
        <p>{troubleText(texts, trouble, host)}</p>
        {trouble.kind === 'locked' ? (
          <Reopening until={trouble.until} onReopen={tryAgain} />
        ) : (
          <button type="button" className="button" onClick={tryAgain}>
            {t('ui.tryAgain')}
          </button>
        )}
      </div>
      {/* A device without a network shows no code, and another way to pay needs one too. */}
      {trouble.kind !== 'offline' && <OtherWays {...ways} isOfLink={trouble.kind === 'locked'} />}
    </>
  );
}

function troubleText(texts: Texts, trouble: Trouble, host: string): string {
  const { t, formatLocale } = texts;
  if (trouble.kind === 'refused') return failureText(t, trouble.failure, 'gatewayDown');
  if (trouble.kind === 'locked')
    return t('cardForm.locked.body', { time: clockTime(formatLocale, trouble.until) });
  return t(`cardForm.${trouble.kind}.body`, { host });
}

/** Asks for the card form again by itself once the pause is over. */
function Reopening({ until, onReopen }: { until: Date; onReopen: () => void }) {
  const latest = useRef(onReopen);
  latest.current = onReopen;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), Math.max(0, until.getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return null;
}

type Ways = Pick<MethodProps, 'view' | 'others' | 'onChoose'> & {
  /** It is the link that is in trouble: another device would find the same. */
  isOfLink?: boolean;
};

/** The cause's other methods that take this amount, and the same page on another device. */
export function OtherWays({ view, others, onChoose, isOfLink = false }: Ways) {
  const { t } = useTexts();
  return (
    <>
      {others.length > 0 && (
        <p className="ways-on ways-elsewhere">
          <Instead {...{ others, onChoose }} />
        </p>
      )}
      {!isOfLink && <OtherDevice t={t} url={view.url} linkId={view.link.id} isOpen />}
    </>
  );
}
