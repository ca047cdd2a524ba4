import type { en } from './en.ts';

/** The shape of some English texts: the same keys, with any text under each. */
export type Texts<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Texts<Tree[Key]>;
};

/** The English texts, literally: their placeholders are what a translator's arguments are checked against. */
export type EnglishMessages = typeof en;
/** What every language must supply, key by key. A language that lacks one does not type-check. */
export type Messages = Texts<EnglishMessages>;
/** A group of texts: the unit in which a page hands texts to the browser. */
export type MessageGroup = keyof Messages;
