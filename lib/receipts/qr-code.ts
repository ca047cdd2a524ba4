import encodeQr from 'qr';
import type { QrCode } from './receipt-view.ts';

/** Squares left free around a code, as the standard asks (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** A text as a QR code: one path of all dark squares, runs in a row joined, the quiet zone included in the size. */
export function qrCode(text: string): QrCode {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return { size: rows.length, path: path.join('') };
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
