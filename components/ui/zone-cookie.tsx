import { TIME_ZONE_COOKIE } from '#lib/i18n/zone-name.ts';
import { InlineScript } from './inline-script.tsx';

const YEAR_SECONDS = 31_536_000;

const SCRIPT = `(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  if (zone) document.cookie = prefix + '${TIME_ZONE_COOKIE}=' + encodeURIComponent(zone) + '; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax' + secure;
})()`;

/** Stores the browser's time zone in a cookie, so that the server renders the next page in it. */
export function ZoneCookie({ nonce }: { nonce: string | undefined }) {
  return <InlineScript nonce={nonce} text={SCRIPT} />;
}
