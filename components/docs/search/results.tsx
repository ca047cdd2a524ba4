import type { SearchEntry } from '#lib/docs/search-entries.ts';
import './search.css';

/** How much of an entry's text is shown, in characters. */
const EXCERPT = 140;

/** What a search found, as links. */
export function Results({ found, onFollow }: { found: readonly SearchEntry[]; onFollow?: () => void }) {
  return (
    <ul className="results">
      {found.map(({ href, title, place, text, isCode }) => (
        <li key={href}>
          <a href={href} onClick={onFollow}>
            <span className="result-title">{isCode ? <code>{title}</code> : title}</span>
            <span className="result-place">{place}</span>
            <span className="result-text">{excerpt(text)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function excerpt(text: string): string {
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT).replace(/\s\S*$/, '')} …`;
}

/** How many were found, as a sentence. */
export function countOf(found: readonly SearchEntry[], query: string): string {
  if (query.trim() === '') return '';
  if (found.length === 0) return `Nothing found for “${query}”. Try another word, or the list of errors.`;
  return found.length === 1 ? '1 result' : `${found.length} results`;
}
