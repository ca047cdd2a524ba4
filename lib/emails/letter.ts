/** A mail before it is rendered: text alone, so that its text part and its HTML say the same. */
export type Letter = {
  /** Contains no text from outside. */
  subject: string;
  greeting: string;
  /** In the order in which they are read; text from outside has gone through `preventLinks`. */
  paragraphs: string[];
  /** What the reader looks for first, in large type: an amount, a code. */
  headline?: string;
  /** A table below the headline. */
  facts?: { term: string; value: string }[];
  /** At most one. */
  button?: { label: string; url: string };
  /** Below the button, in small type. */
  notes?: string[];
  /** Empty for none. */
  signature: string;
  /** A warning above all the rest. */
  banner?: string;
};

/** Whose mail it is: a client's branding, or the service's own name. */
export type Letterhead = {
  name: string | null;
  logoUrl: string | null;
  /** `#RRGGBB` */
  accentColour: string | null;
  /** Addresses that the reader may need; the labels are in their language. */
  links: { label: string; url: string }[];
  /** A sentence with the address to ask at; null without one. */
  contact: string | null;
};
