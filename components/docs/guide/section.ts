import type { Language } from '../highlight.ts';

/** A part of a section. A plain text is a paragraph; texts are written as `Text` reads them. */
export type Block =
  | string
  | { list: string[] }
  | { steps: string[] }
  | { note: string }
  | { code: string; language: Language; label: string }
  | { subheading: string; id: string }
  | { table: { head: string[]; rows: string[][] } };

/** A section of the guide, with the anchor it is linked by. */
export type Section = { id: string; title: string; blocks: Block[] };

/** What the guide says of the deployment it is read on. */
export type GuideFacts = {
  baseUrl: string;
  sandboxUrl: string | undefined;
  /** Whether real money moves here. */
  isLive: boolean;
  linkLifetimeSeconds: number;
  rateLimits: {
    clientPer10s: number;
    addressPer10s: number;
    failedAuthPer10s: number;
    linkPer10s: number;
  };
  permissions: { name: string; grants: string }[];
};
