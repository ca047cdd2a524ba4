'use client';

/** Opens the browser's print dialogue. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" className="button print-button" onClick={() => window.print()}>
      {label}
    </button>
  );
}
