import type { GuideFacts, Section } from '../section.ts';
import { clientSections } from './clients.ts';
import { EXACTLY_ONCE_SECTIONS } from './exactly-once.ts';
import { goLiveSections } from './go-live.ts';
import { lifecycleSections } from './lifecycle.ts';
import { limitSections } from './limits.ts';
import { POLICY_SECTIONS } from './policy.ts';
import { requestSections } from './requests.ts';
import { startSections } from './start.ts';
import { testingSections } from './testing.ts';

/** A page of the guide. */
type GuidePage = { path: string; title: string; summary: string; sections: Section[] };

/** The pages of the guide, in reading order. */
export function guidePages(facts: GuideFacts): GuidePage[] {
  return [
    {
      path: '/docs',
      title: 'Guide',
      summary: 'Create causes, mint hosted checkout links, and follow each link until its donation is approved.',
      sections: [
        ...startSections(facts),
        ...lifecycleSections(facts),
        ...requestSections(facts),
        ...limitSections(facts),
        ...POLICY_SECTIONS,
      ],
    },
    {
      path: '/docs/testing',
      title: 'Test it',
      summary: 'Test cards, a panel for QA and a test kit: every outcome on demand, before real donors see it.',
      sections: testingSections(facts),
    },
    {
      path: '/docs/clients',
      title: 'SDK and tools',
      summary: 'A typed client for TypeScript, generated clients for other languages, and a collection for Postman.',
      sections: clientSections(facts),
    },
    {
      path: '/docs/go-live',
      title: 'Go live',
      summary: 'How you get a key, what to check before your first donor, and whom to ask.',
      sections: goLiveSections(facts),
    },
    {
      path: '/docs/exactly-once',
      title: 'Exactly once',
      summary: 'What we promise about money, how we check it, and what the last checks found.',
      sections: EXACTLY_ONCE_SECTIONS,
    },
  ];
}
