import type { Messages } from '#lib/i18n/messages/shape.ts';
import type { AmountView } from './staff/list-view.ts';

/** A sentence about a consequence: a text of `review.lines`, with figures, money (several currencies), an instant or a day. */
export type ReviewLine = {
  code: keyof Messages['review']['lines'];
  values?: Record<string, number | string | AmountView[] | { at: string } | { day: string }>;
};

/** What an action would do, for its sender to confirm: the object that it is about, and every consequence. */
export type Review = {
  subject: { text: string; path: string };
  lines: ReviewLine[];
  /** Its sender takes back what they requested themselves. */
  isOwn?: boolean;
};
