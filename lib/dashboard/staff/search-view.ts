import type { CauseRow } from './cause-view.ts';
import type { LinkRow } from './link-view.ts';
import type { PaymentRow } from './payment-view.ts';
import type { FoundPerson } from './person-view.ts';

/** What else an id can be of, besides a payment, a link or a cause. */
export type FoundObject = {
  kind: 'client' | 'withdrawal' | 'batch' | 'bankAccount' | 'key' | 'failedRefund';
  id: string;
  /** The name of a client; null where the id says it all. */
  name: string | null;
};

/** What a search found, each newest first and cut to a few. `hasMore`: the list of that kind has more. */
export type SearchResults = {
  payments: PaymentRow[];
  links: LinkRow[];
  causes: CauseRow[];
  people: FoundPerson[];
  others: FoundObject[];
  hasMore: Record<'payments' | 'links' | 'causes' | 'people' | 'others', boolean>;
  /** The most shown of each kind. */
  most: number;
};
