import type { Resource } from '#lib/policy/authorise.ts';
import type { Partner } from './factories.ts';
import type { Service } from './service.ts';

/** The participants: three accounts, and a partner whose cause the first of them owns. */
export type Cast = {
  service: Service;
  partner: Partner;
  creator: { id: string; email: string };
  other: { id: string; email: string };
  staff: { id: string; email: string };
};
/** A form that succeeds for a permitted sender, and its resource; made anew for each attempt. */
export type ActionSample = {
  fields: Record<string, string>;
  file?: Uint8Array<ArrayBuffer>;
  resource: Resource;
};
