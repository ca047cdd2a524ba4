import type { Sample } from '#lib/docs/section.ts';
import { CodeText } from '../code-block.tsx';
import { SampleTabs } from './sample-tabs.tsx';

/** The same call in several languages, of which the reader chooses one for all pages. */
export function SamplesView({ samples, about }: { samples: Sample[]; about: string }) {
  const panels = samples.map(({ kind, label, code, language }) => ({
    kind,
    label,
    code,
    view: <CodeText code={code} language={language} name={`${label}: ${about}`} />,
  }));
  return <SampleTabs about={about} panels={panels} />;
}
