import { InlineScript } from '#components/ui/inline-script.tsx';
import { StartupFailedNotice } from './startup-failed-notice.tsx';

const ID = 'startup-failed';
/** An old phone needs so long to run the scripts once they are loaded. In milliseconds. */
const PATIENCE_MS = 5_000;

/** In JavaScript that every browser understands. */
const WATCH = `addEventListener('load', function () {
  setTimeout(function () {
    var notice = document.getElementById('${ID}');
    if (notice) notice.hidden = false;
  }, ${PATIENCE_MS});
});`;

/** Tells the donor when the page does not start: its scripts were not loaded whole, or cannot run in this browser. */
export function StartupWatchdog({ href, nonce }: { href: string; nonce: string | undefined }) {
  return (
    <>
      <StartupFailedNotice id={ID} href={href} />
      <InlineScript nonce={nonce} text={WATCH} />
    </>
  );
}
