'use client';

import { CopyField } from '#components/ui/copy-field.tsx';
import { useTexts } from '#components/ui/texts-provider.tsx';

type Props = {
  /** The address of the checkout, as the partner has it. */
  url: string;
  linkId: string;
  isOpen?: boolean;
};

/**
 * The same donation on another device: a QR code, drawn by our server, and the address itself. No third party sees either.
 */
export function OtherDevice({ url, linkId, isOpen = false }: Props) {
  const { t } = useTexts();
  return (
    <details className="device" open={isOpen}>
      <summary>{t(isOpen ? 'device.other' : 'device.phone')}</summary>
      <div className="device-ways">
        <p className="device-scan">{t('device.how')}</p>
        <p className="device-link">{t('device.howByLink')}</p>
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
