import encodeQr from 'qr';

/** The quiet zone around a code, in squares (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** A QR code as an SVG path of its dark squares, in units of one square; `size` is its width in squares. */
export type QrCode = { size: number; path: string };

/** A text as a QR code. The size includes the quiet zone. */
export function qrCode(text: string): QrCode {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { size: rows.length, path: path.join('') };
}

/** The code as an SVG image: dark on light on every page, as cameras need it. */
export function qrPicture({ size, path }: QrCode): string {
  const ground = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `${ground}<path fill="#000" d="${path}"/></svg>`
  );
}

/** Start and length of each run of dark squares in a row. */
function runsOf(row: boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
