import { CopyField } from '#components/ui/copy-field.tsx';
import type { Translate } from '#lib/i18n/translator.ts';

type Props = {
  t: Translate;
  /** The address of the checkout, as the partner has it. */
  url: string;
  linkId: string;
  isOpen?: boolean;
};

/**
 * The same donation on another device: a code to scan, drawn by our server when it is looked at, and the address itself.
 * Neither goes anywhere else.
 */
export function OtherDevice({ t, url, linkId, isOpen = false }: Props) {
  return (
    <details className="device" open={isOpen}>
      <summary>{t(isOpen ? 'device.other' : 'device.phone')}</summary>
      <div className="device-ways">
        <p>{t('device.how')}</p>
        {/* biome-ignore lint/performance/noImgElement: drawn for each link, as it is; nothing to optimise. */}
        <img
          className="device-code"
          src={`/checkout/qr?${new URLSearchParams({ ref: linkId })}`}
          alt={t('device.code')}
          width={168}
          height={168}
          loading="lazy"
        />
        <CopyField id={isOpen ? 'device-link' : 'device-link-quiet'} label={t('device.link')} text={url} />
      </div>
    </details>
  );
}
