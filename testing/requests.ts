import type { Contract } from '#lib/contract.ts';
import { CONTRACTS } from '#lib/http/contracts.ts';
import type { Permission } from '#lib/permissions.ts';
import { causeBody, openLink, type Partner } from './factories.ts';
import type { CallOptions, Service } from './service.ts';

/** A partner's data for successful calls of every endpoint. */
export type Sample = { causeKey: string; linkId: string };

/** The contracts that need a key. */
export const KEYED = CONTRACTS.filter(
  (contract): contract is Contract & { permission: Permission } => contract.permission !== null,
);
/** The contracts with a body. */
export const POSTS = CONTRACTS.filter((contract) => contract.body !== undefined);

/** A published cause and an open link on it. */
export async function createSample(service: Service, partner: Partner): Promise<Sample> {
  const link = await openLink(service, partner);
  return { causeKey: link.cause, linkId: link.id };
}

/** The path of an endpoint on the sample's cause and link. */
export function pathOf(contract: Contract, { causeKey, linkId }: Sample): string {
  return contract.path.replace('{key}', causeKey).replace('{id}', linkId);
}

/** A successful call of an endpoint, without a key. */
export function validCall(contract: Contract, sample: Sample): CallOptions {
  return contract.method === 'GET' ? {} : { method: 'POST', body: validBody(contract, sample) };
}

/** A body as JSON text with one more member, whose value is written as given. */
export function bodyWithLiteral(body: object, field: string, written: string): string {
  return JSON.stringify({ ...body, [field]: undefined })
    .replace(/}$/, `,"${field}":${written}}`)
    .replace(/^{,/, '{');
}

function validBody({ operationId }: Contract, { causeKey }: Sample): object {
  switch (operationId) {
    case 'createCause':
      return causeBody();
    case 'createCheckoutLink':
      return { cause: causeKey, amount: 50, currency: 'USD' };
    case 'createPaymentIntent':
      return {};
    default:
      throw new Error(`There is no sample body for ${operationId}: add one`);
  }
}
