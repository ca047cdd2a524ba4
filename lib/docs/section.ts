/** The languages of code in the documentation. */
export type CodeLanguage = 'json' | 'shell' | 'typescript' | 'python';

/** Code that a reader copies. */
export type Code = { code: string; language: CodeLanguage; label: string };

/** The ways in which the documentation shows a call; a reader chooses one for all pages. */
export const SAMPLE_KINDS = ['curl', 'sdk', 'python'] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];
/** The same call in one of these ways. */
export type Sample = Code & { kind: SampleKind };

/** A part of a section. A plain text is a paragraph. Texts are Markdown with `code`, **strong** words and [links](/docs). */
export type Block =
  | string
  | { list: string[] }
  | { steps: string[] }
  | { note: string }
  | Code
  /** The same call in several languages. `about` says what it does. */
  | { samples: Sample[]; about: string }
  | { subheading: string; id: string }
  | { table: { head: string[]; rows: string[][] } };

/** A section of a page, with the anchor it is linked by. */
export type Section = {
  id: string;
  title: string;
  /** A line above the title. */
  kicker?: string;
  blocks: Block[];
};

/** The facts of this deployment that the guide mentions. */
export type GuideFacts = {
  baseUrl: string;
  sandboxUrl: string | undefined;
  /** Whether gateways move real money. */
  isLive: boolean;
  /** Whether our emulators stand in for the gateways. */
  isEmulated: boolean;
  /** Whether the QA deck is at the foot of the hosted page. */
  hasDeck: boolean;
  /** Where partners write to. */
  supportEmail: string | undefined;
  linkLifetimeSeconds: number;
  rateLimits: {
    clientPer10s: number;
    addressPer10s: number;
    failedAuthPer10s: number;
    linkPer10s: number;
  };
  permissions: { name: string; grants: string }[];
};
