import { causeUrl } from '#lib/causes/present.ts';
import { isPubliclyVisible } from '#lib/causes/states.ts';
import { sanitiseBranding } from '#lib/clients/branding.ts';
import { env } from '#lib/env.ts';
import { isLocale, type Locale } from '#lib/i18n/locales.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import { receiptPath } from '#lib/payments/receipt-url.ts';
import { qrCode } from '#lib/qr-code.ts';
import { type FoundReceipt, findReceipt } from './find.ts';
import { givenBack } from './given-back.ts';
import { signingKey } from './keys.ts';
import type { ReceiptView } from './receipt-view.ts';
import { canonicalText, signText, statementOf } from './statement.ts';
import { verificationUrl } from './verify.ts';

/** The receipt at an address; null where there is none. Amounts in whole major units. */
export async function loadReceipt(token: string): Promise<ReceiptView | null> {
  const found = await findReceipt(token);
  return found && presentReceipt(found);
}

async function presentReceipt({ payment, cause, client }: FoundReceipt): Promise<ReceiptView> {
  const key = await signingKey();
  const statement = statementOf(payment, key.id);
  const verifyUrl = verificationUrl(payment.id, signText(canonicalText(statement), key.key));
  const branding = sanitiseBranding(client);
  return {
    path: receiptPath(payment.receiptToken ?? ''),
    paymentId: payment.id,
    amountMajor: statement.amount,
    currency: statement.currency,
    completedAt: statement.completed_at,
    causeTitle: statement.cause_title,
    causeUrl: isPubliclyVisible(cause.state) ? causeUrl(cause.slug) : null,
    country: cause.country,
    partner: branding?.display_name ?? null,
    accentColour: branding?.accent_color ?? null,
    method: oneOf(PAYMENT_METHODS, payment.rail),
    donorName: payment.donorName,
    isAnonymous: payment.donorAnonymous ?? false,
    donorLocale: localeOf(payment.donorLocale),
    givenBack: givenBack(payment),
    verifyUrl,
    qr: qrCode(verifyUrl),
    testMode: !env().live,
  };
}

/** Donors' languages are stored as their browser had them: `es-CO` reads Spanish. */
function localeOf(stored: string | null): Locale | null {
  const language = stored?.split('-')[0];
  return isLocale(language) ? language : null;
}
