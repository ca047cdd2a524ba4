import type { ComponentType, ReactNode } from 'react';
import { LocalTime } from '#components/ui/local-time.tsx';
import { money, type Texts } from '#components/ui/texts.ts';
import { isolate } from '#lib/i18n/isolate.ts';
import { writePaidWith } from '#lib/i18n/write-paid-with.ts';
import type { CheckoutView, DonorReceipt } from '#lib/payments/views/checkout-view.ts';
import { partnerLabel } from './next-links.tsx';
import { ReceiptEmail } from './receipt-email.tsx';
import { RefundNotice } from './refund-notice.tsx';
import type { ReturnProps } from './return-countdown.tsx';
import { Screen } from './screen.tsx';
import { Share } from './share.tsx';

type Props = {
  texts: Texts;
  view: CheckoutView;
  receipt: DonorReceipt;
  /** The donor has just paid. */
  isNew: boolean;
  /** The page returns to the partner automatically. */
  ReturnCountdown: ComponentType<ReturnProps> | undefined;
  /** Suggests another address for the receipt. */
  suggestion: ReactNode;
};

/** Thanks the donor in the browser that paid, with what the server recorded and the receipt. */
export function Completed({ texts, view, receipt, isNew, ReturnCountdown, suggestion }: Props) {
  const { t } = texts;
  const { link, refund, successUrl, causeUrl } = view;
  const amount = link.amount_paid === undefined ? undefined : money(texts, link.amount_paid, link.currency);
  const cause = isolate(link.cause.name);
  return (
    <Screen title={t('checkout.completed.title')} icon="check" tone="good" isNew={isNew}>
      <p className="screen-text" suppressHydrationWarning>
        {amount === undefined
          ? t('checkout.completed.bodyNoAmount', { cause })
          : t('checkout.completed.body', { amount, cause })}
      </p>
      {receipt.notices?.map((text) => (
        <p className="notice" key={text}>
          {text}
        </p>
      ))}
      <dl className="receipt">
        {amount !== undefined && (
          <Row term={t('checkout.completed.paid')} isKept>
            {amount}
          </Row>
        )}
        <Row term={t('checkout.completed.cause')} isKept>
          {cause}
        </Row>
        <ReceiptRows texts={texts} receipt={receipt} />
      </dl>
      <ReceiptInfo texts={texts} view={view} receipt={receipt} suggestion={suggestion} />
      {refund && <RefundNotice refund={refund} linkId={link.id} />}
      {successUrl !== null &&
        (ReturnCountdown ? (
          <ReturnCountdown
            linkId={link.id}
            to={successUrl}
            label={partnerLabel(texts, view)}
            partner={link.branding?.display_name}
          />
        ) : (
          <p className="next-links">
            <a className="button" href={successUrl} rel="noreferrer">
              {partnerLabel(texts, view)}
            </a>
          </p>
        ))}
      {causeUrl !== null && (
        <p className="next-links">
          {view.acceptance === 'accepting' ? (
            // A new link is one tap away there.
            <a className="button" href={`${causeUrl}#give`}>
              {t('checkout.completed.again')}
            </a>
          ) : (
            <a href={causeUrl}>{t('checkout.causePage')}</a>
          )}
        </p>
      )}
      {causeUrl !== null && view.acceptance === 'accepting' && (
        <Share texts={texts} cause={link.cause.name} causeUrl={causeUrl} />
      )}
    </Screen>
  );
}

/** With what and when it was paid, and the number to read out. */
function ReceiptRows({ texts, receipt }: { texts: Texts; receipt: DonorReceipt }) {
  const { t, formatLocale } = texts;
  const { paidWith, completedAt, timeZone, number } = receipt;
  return (
    <>
      <Row term={t('checkout.completed.method')}>{writePaidWith(paidWith, t)}</Row>
      <Row term={t('checkout.completed.date')}>
        <LocalTime iso={completedAt} formatLocale={formatLocale} zone={timeZone ?? 'UTC'} />
      </Row>
      <Row term={t('checkout.completed.receipt')} isCode isKept>
        {number}
      </Row>
    </>
  );
}

/** Where the receipt was sent, or the form that asks for it; its page; and how the payment appears on a statement. */
function ReceiptInfo({ texts, view, receipt, suggestion }: Pick<Props, 'texts' | 'view' | 'receipt' | 'suggestion'>) {
  const { t } = texts;
  const { email, statementDescriptor: descriptor, path } = receipt;
  return (
    <>
      {email === null ? (
        <ReceiptEmail
          texts={{
            label: t('checkout.completed.emailLabel'),
            hint: t('checkout.completed.emailHint'),
            error: t('errors.emailRequired'),
            send: t('checkout.completed.emailSend'),
          }}
          locale={texts.locale}
          linkId={view.link.id}
          isInvalid={view.isReceiptEmailInvalid === true}
          suggestion={suggestion}
        />
      ) : (
        <p className="receipt-sent">{t('checkout.completed.sent', { email })}</p>
      )}
      {descriptor !== null && <p className="hint">{t('checkout.completed.statement', { descriptor })}</p>}
      <a className="button" href={path}>
        {t('checkout.completed.page')}
      </a>
    </>
  );
}

type RowProps = { term: string; isCode?: boolean; isKept?: boolean; children: ReactNode };

/** `isKept`: a browser's translator leaves the value as it is. */
function Row({ term, isCode = false, isKept = false, children }: RowProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={isCode ? 'code' : undefined} translate={isKept ? 'no' : undefined} suppressHydrationWarning>
        {children}
      </dd>
    </div>
  );
}
