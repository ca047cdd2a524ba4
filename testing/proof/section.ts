/** What a section of `npm run prove` found: figures for people, in the order in which they are read. */
export type SectionReport = {
  title: string;
  figures: readonly (readonly [what: string, value: string])[];
  /** What each row of `rows` is about; both empty without a table. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** What was found wrong, in words, each with what repeats it. */
  failures: readonly string[];
};

export type SectionOptions = {
  /** Drives every choice; printed with what it found. */
  seed: number;
  /** How many walks. */
  walks: number;
  /** How many rounds of random games. */
  rounds: number;
  /** How long the machine that kills does so. */
  minutes: number;
  /** The longest time between two strikes of the machine that kills, in seconds. */
  calm: number;
  /** Whether the machine that kills has a database that another one follows, and lets it fail over. */
  isFollowed: boolean;
  /** Only mutants of this kind, or with this in their name; all if empty. */
  only: string;
};

/** A part of `npm run prove`. */
export type Section = (options: SectionOptions) => Promise<SectionReport>;

/** A whole number, with its groups. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}
