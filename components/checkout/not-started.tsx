import { InlineScript } from '#components/ui/inline-script.tsx';
import { NotStartedNotice } from './not-started-notice.tsx';

const ID = 'not-started';
/** From the moment all scripts have ended, one way or the other, until an old phone has run them. In milliseconds. */
const PATIENCE_MS = 5_000;

/** In words that every browser reads. */
const WATCH = `addEventListener('load', function () {
  setTimeout(function () {
    var notice = document.getElementById('${ID}');
    if (notice) notice.hidden = false;
  }, ${PATIENCE_MS});
});`;

/** Says so where the page does not come to life: its scripts did not arrive whole, or cannot run in this browser. */
export function NotStarted({ href, nonce }: { href: string; nonce: string | undefined }) {
  return (
    <>
      <NotStartedNotice id={ID} href={href} />
      <InlineScript nonce={nonce} text={WATCH} />
    </>
  );
}
