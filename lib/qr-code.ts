import encodeQr from 'qr';

/** Squares left free around a code, as the standard asks (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** A square code as the path of its dark squares, in units of one square; `size` squares a side. */
export type QrCode = { size: number; path: string };

/** A text as a QR code: one path of all dark squares, runs in a row joined, the quiet zone included in the size. */
export function qrCode(text: string): QrCode {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return { size: rows.length, path: path.join('') };
}

/** The code as a picture of its own: dark on light whatever the page around it looks like, as cameras need it. */
export function qrPicture({ size, path }: QrCode): string {
  const ground = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `${ground}<path fill="#000" d="${path}"/></svg>`
  );
}

/** Start and length of each run of dark squares. */
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
