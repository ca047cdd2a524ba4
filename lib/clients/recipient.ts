import { env } from '#lib/env.ts';
import { email, httpsUrl } from '#lib/fields.ts';
import { withoutInvisible } from '#lib/invisible-text.ts';
import type { Client } from '#prisma/generated/client.ts';
import type { IssuerView, RecipientView } from './recipient-view.ts';

/** The columns of a client that donors are shown as who receives their money. */
type RecipientColumns = Pick<Client, 'displayName' | 'legalName' | 'termsUrl' | 'privacyUrl' | 'supportEmail'>;

/**
 * Who receives the money of a client's donations. Terms, privacy and contact are the client's; where it has none, the
 * service's own from the environment. Validated again on read, as branding is.
 * @param fees the commission of the link or cause: 5 means 5%
 */
export function presentRecipient(
  client: RecipientColumns,
  fees: Pick<RecipientView, 'feePercent' | 'feeModel'>,
): RecipientView {
  const { about } = env();
  return {
    receiver: visibleName(client.legalName) ?? visibleName(client.displayName) ?? null,
    service: about.serviceName ?? null,
    ...fees,
    termsUrl: validUrl(client.termsUrl) ?? about.termsUrl ?? null,
    privacyUrl: validUrl(client.privacyUrl) ?? about.privacyUrl ?? null,
    supportEmail: email.safeParse(client.supportEmail).data ?? about.supportEmail ?? null,
  };
}

/** Who issues the receipts of a client's donations. */
export function presentIssuer(
  client: Pick<Client, 'legalName' | 'taxId' | 'deductible' | 'deductibleNote'>,
): IssuerView {
  const { deductible } = client;
  return {
    legalName: visibleName(client.legalName) ?? null,
    taxId: visibleName(client.taxId) ?? null,
    deductible: deductible === 'yes' || deductible === 'no' ? deductible : null,
    deductibleNote: visibleName(client.deductibleNote) ?? null,
  };
}

/** Undefined where nothing is left to be seen. */
function visibleName(stored: string | null): string | undefined {
  return withoutInvisible(stored ?? '').trim() || undefined;
}

function validUrl(stored: string | null): string | undefined {
  return httpsUrl.safeParse(stored).data;
}
