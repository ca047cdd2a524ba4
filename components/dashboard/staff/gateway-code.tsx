import { knownCode } from '#lib/i18n/gateway-words.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Breakable } from '../breakable.tsx';

/** What a gateway says, in words, with its own code below. A code that we do not know stands alone. */
export function GatewayCode({ t, code }: { t: Translate; code: string }) {
  const known = knownCode(code);
  return (
    <>
      {known && t(`lists.codes.${known}`)}
      <small className="below code" translate="no">
        <Breakable text={code} />
      </small>
    </>
  );
}
