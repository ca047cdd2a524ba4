import { useEffect, useRef, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { RedirectMethodView } from '#lib/payments/checkout-view.ts';
import { startRedirect } from './api.ts';
import { failureText } from './failure-text.ts';
import { leaveFor } from './methods/pay-elsewhere.ts';

type Props = {
  linkId: string;
  method: RedirectMethodView['method'];
  hasEmail: boolean;
  /** The donor has paid there, and it is being decided. A bank tells only that it is not. */
  isPaid: boolean;
  /** The bank or wallet could not be asked just now. */
  isUnreachable: boolean;
  /** Where the donor pays another way. */
  retry: { onClick: () => void } | { href: string };
};

/** A bank transfer or wallet payment that nobody has decided yet: what that means, and the two ways on. */
export function Elsewhere({ linkId, method, hasEmail, isPaid, isUnreachable, retry }: Props) {
  const { t } = useTexts();
  const isUnpaid = method === 'wallet' && !isPaid;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another heading is read out when it appears.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isUnpaid]);
  return (
    <div className="screen">
      <Icon name="clock" className="sign sign-plain" />
      <h2 tabIndex={-1} ref={heading}>
        {t(isUnpaid ? 'waiting.nothingPaid.title' : `redirect.waiting.${method}.title`)}
      </h2>
      <ol className="steps">
        <li className="step step-now" aria-current="step">
          <span className="spinner" aria-hidden="true" />
          {t(isUnpaid ? 'waiting.nothingPaid.step' : `redirect.waiting.${method}.step`)}
        </li>
        <li className="step">{t('redirect.waiting.recorded')}</li>
        {hasEmail && <li className="step">{t('redirect.waiting.receipt')}</li>}
      </ol>
      <div className="screen-text">
        {isUnpaid ? (
          <p>{t('waiting.nothingPaid.body')}</p>
        ) : (
          <>
            <p>
              {t(`redirect.waiting.${method}.paid`)} {t('checkout.confirming.safe')}
            </p>
            <p>{t(`redirect.waiting.${method}.stopped`)}</p>
          </>
        )}
        <p role="status" className="hint">
          {isUnreachable && t('checkout.confirming.unreachable')}
        </p>
      </div>
      <WaysOn {...{ linkId, method, retry }} />
      <p className="hint">{t('redirect.waiting.twice')}</p>
    </div>
  );
}

function WaysOn({ linkId, method, retry }: Pick<Props, 'linkId' | 'method' | 'retry'>) {
  const { t } = useTexts();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function goOn(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    const started = await startRedirect({ ref: linkId, method });
    if (started.ok) await leaveFor(started.value.redirect_url);
    else setProblem(goOnText(started.failure));
    setIsBusy(false);
  }

  /** A link that has ended, or a cause that has: the page finds out by itself. */
  function goOnText(failure: Parameters<typeof failureText>[1]): string {
    const isOver = ['fields', 'not_payable', 'not_accepting'].includes(failure.kind);
    return isOver ? t('redirect.waiting.cannotContinue') : failureText(t, failure, 'gatewayDown');
  }

  const label = t('redirect.waiting.other');
  return (
    <div className="ways-on ways-elsewhere">
      <button type="button" className="button button-accent" aria-disabled={isBusy} onClick={goOn}>
        {isBusy && <span className="spinner" aria-hidden="true" />}
        {t(`redirect.waiting.${method}.continue`)}
      </button>
      {'href' in retry ? (
        <a className="button" href={retry.href}>
          {label}
        </a>
      ) : (
        <button type="button" className="button" onClick={retry.onClick}>
          {label}
        </button>
      )}
      <p className="field-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
