import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LinkDetail } from '#lib/dashboard/staff/links.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { When } from '../when.tsx';

type Entry = LinkDetail['trail'][number];

/** A link's trail in chronological order, with the records' own words. */
export function Trail({ page, entries }: { page: PageView; entries: Entry[] }) {
  const t = translatorFor(page.locale);
  return (
    <ol className="trail">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.kind} ${entry.subject}`}>
          <strong>{t(`staff.records.trail.${entry.kind}`)}</strong>
          <span className="trail-when">
            <When page={page} at={new Date(entry.at)} /> · <span className="code">{entry.subject}</span>
          </span>
          {Object.keys(entry.facts).length > 0 && (
            <span className="trail-facts">
              {Object.entries(entry.facts).map(([name, value]) => (
                <span key={name}>
                  {name.replaceAll('_', ' ')}: {String(value)}
                </span>
              ))}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
