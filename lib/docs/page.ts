import type { Operation } from './reference.ts';
import type { Section } from './section.ts';

/** A page of the documentation, as data: pages, Markdown and search are made from it. */
export type DocsPage = {
  /** As in its address. */
  path: string;
  title: string;
  summary: string;
  sections: Section[];
  /** Of the API reference, after the sections. */
  operations: Operation[];
  /** Whether it explains one error code, which is its title. */
  isError: boolean;
};
