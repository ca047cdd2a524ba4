import type { QrCode } from '#lib/graphics/qr-code.ts';

/** A QR code, dark on light in every colour scheme, as cameras need it. */
export function Qr({ code: { size, path }, label }: { code: QrCode; label: string }) {
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
      <title>{label}</title>
      <path className="qr-ground" d={`M0 0h${size}v${size}H0z`} />
      <path className="qr-code" d={path} />
    </svg>
  );
}
