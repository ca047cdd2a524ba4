'use client';

import { useEffect } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { Failure } from '../api.ts';
import { failureText } from '../failure-text.ts';
import { OtherDevice } from '../other-device.tsx';
import type { MethodProps } from './method.ts';
import type { ScriptTrouble } from './script-trouble.ts';

/** What stands in the way of the card form: its script, or the server's answer. */
export type Trouble = { kind: ScriptTrouble } | { kind: 'refused'; failure: Failure };

type Props = MethodProps & { trouble: Trouble; scriptAddress: string; tryAgain: () => void };

/** What the pay button's message leads to. */
const ID = 'card-trouble';

/** There is no card form, and why; to be tried again, and what else can be done. */
export function CardTrouble({ trouble, scriptAddress, tryAgain, register, ...ways }: Props) {
  const { t } = useTexts();
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
        <p>
          {trouble.kind === 'refused'
            ? failureText(t, trouble.failure, 'gatewayDown')
            : t(`cardForm.${trouble.kind}.body`, { host })}
        </p>
        <button type="button" className="button" onClick={tryAgain}>
          {t('ui.tryAgain')}
        </button>
      </div>
      {/* A device without a network shows no code, and another way to pay needs one too. */}
      {trouble.kind !== 'offline' && <OtherWays {...ways} />}
    </>
  );
}

/** The cause's other methods that take this amount, and the same page on another device. */
export function OtherWays({ view, others, onChoose }: Pick<MethodProps, 'view' | 'others' | 'onChoose'>) {
  const { t } = useTexts();
  return (
    <>
      {others.length > 0 && (
        <p className="ways-on ways-elsewhere">
          {others.map((method) => (
            <button key={method} type="button" className="button" onClick={() => onChoose(method)}>
              {t(`redirect.instead.${method}`)}
            </button>
          ))}
        </p>
      )}
      <OtherDevice url={view.url} linkId={view.link.id} isOpen />
    </>
  );
}
