import { Icon } from '#components/ui/icon.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';

/** When the cause closes, or when it closed, in the reader's time zone. Nothing without a closing time. */
export function ClosingTime({ texts, page }: { texts: Texts; page: CausePageView }) {
  const { closesAt, isCollecting, hasClosed } = page;
  if (closesAt === null || !(isCollecting || hasClosed)) return null;
  return (
    <p className="cause-line">
      <Icon name="clock" />
      <span>
        <Sentence text={texts.t(isCollecting ? 'cause.openUntil' : 'cause.closedOn', { date: SLOT })}>
          <LocalTime iso={closesAt} formatLocale={texts.formatLocale} />
        </Sentence>
      </span>
    </p>
  );
}
