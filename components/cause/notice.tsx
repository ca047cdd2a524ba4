import { Icon, type IconName } from '#components/ui/icon.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';

type Words = { text: string; icon: IconName };

/** The status of a cause that donors need to know: paused, ended, in verification. Nothing while it simply collects. */
export function Notice({ texts, page }: { texts: Texts; page: CausePageView }) {
  const words = wordsFor(texts, page);
  if (words === null) return null;
  return (
    <p className="cause-notice">
      <Icon name={words.icon} />
      <span>
        {/* An element of its own: a browser may translate it before React takes over. */}
        <span>{words.text}</span>
        {page.dashboardPath !== null && (
          <>
            {' '}
            <a href={page.dashboardPath}>{texts.t('cause.toDashboard')}</a>
          </>
        )}
      </span>
    </p>
  );
}

function wordsFor(
  { t }: Texts,
  { publicStatus, isCollecting, hasClosed, isPreview, isDraft }: CausePageView,
): Words | null {
  if (isPreview) return { text: t(isDraft ? 'cause.preview' : 'cause.notPublic'), icon: 'lock' };
  switch (publicStatus) {
    case 'paused':
      return { text: t('cause.paused'), icon: 'pause' };
    case 'in_verification':
      return isCollecting ? { text: t('cause.inVerification'), icon: 'shield' } : null;
    case 'on_hold':
      return { text: t('cause.onHold'), icon: 'pause' };
    case 'ended':
      return { text: t('cause.ended'), icon: 'check' };
    case 'refunding':
      return { text: t('cause.refunding'), icon: 'back' };
    case 'refunded':
      return { text: t('cause.refunded'), icon: 'back' };
    case 'open':
    case 'verified':
    case 'hidden':
      // The closing time says that it has closed.
      return isCollecting || hasClosed ? null : { text: t('cause.notCollecting'), icon: 'pause' };
  }
}
