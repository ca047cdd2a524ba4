'use client';

import { useRef, useState } from 'react';
import { useTexts } from './texts-provider.tsx';

/** An address to take along: it can be selected as it stands, and copied where the browser allows it. */
export function CopyField({ id, label, text }: { id: string; label: string; text: string }) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<'copied' | 'select' | null>(null);
  async function copy(): Promise<void> {
    const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    if (!done) field.current?.select();
    setSaid(done ? 'copied' : 'select');
  }
  return (
    <div className="field copy-field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-line">
        <input
          id={id}
          ref={field}
          className="input"
          type="text"
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button" onClick={copy}>
          {t('ui.copy')}
        </button>
      </div>
      <p className="hint" role="status">
        {said !== null && t(said === 'copied' ? 'ui.copied' : 'ui.copySelected')}
      </p>
    </div>
  );
}
