import { Text } from '../text.tsx';
import type { ProblemInfo } from './problem-info.ts';

type Props = { problems: (ProblemInfo & { statuses: number[] })[] };

/** Every code, in the order of the catalogue. */
export function ProblemList({ problems }: Props) {
  return (
    <ul className="problem-list">
      {problems.map(({ code, statuses, title, meaning }) => (
        <li key={code}>
          <a href={`/docs/errors/${code}`}>
            <code>{code}</code>
          </a>
          <span className="statuses">{statuses.join(', ')}</span>
          <p className="problem-meaning">
            <strong className="problem-title">{title}.</strong> <Text>{meaning}</Text>
          </p>
        </li>
      ))}
    </ul>
  );
}
