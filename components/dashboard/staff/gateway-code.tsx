import { knownCode } from '#lib/i18n/gateway-words.ts';
import type { Translate } from '#lib/i18n/translator.ts';

/** What a gateway says, in words, with its own code below. A code that we do not know stands alone. It breaks between its words. */
export function GatewayCode({ t, code }: { t: Translate; code: string }) {
  const known = knownCode(code);
  return (
    <>
      {known && t(`lists.codes.${known}`)}
      <small className="below code" translate="no">
        {code.split(/(?<=_)/).flatMap((word, index, words) => [word, <wbr key={words.slice(0, index + 1).join('')} />])}
      </small>
    </>
  );
}
