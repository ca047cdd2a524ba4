/**
 * A text of at most `max` code points: itself, or as many of its first signs as fit, with an ellipsis. A sign that people see as
 * one, such as a flag or an accented letter, is never cut.
 */
export function shorten(text: string, max: number): string {
  if ([...text].length <= max) return text;
  let left = max - 1;
  let beginning = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= [...segment].length;
    if (left < 0) break;
    beginning += segment;
  }
  return `${beginning.trim()}…`;
}
