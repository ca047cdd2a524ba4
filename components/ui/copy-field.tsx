'use client';

import { useRef, useState } from 'react';
import { useTexts } from './texts-provider.tsx';

/** A read-only text with a button that copies it; where the browser forbids that, it selects the text. */
export function CopyField({ id, label, text }: { id: string; label: string; text: string }) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<'copied' | 'select' | null>(null);
  async function copy(): Promise<void> {
    const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    if (!done) field.current?.select();
    setMessage(done ? 'copied' : 'select');
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
        {message !== null && t(message === 'copied' ? 'ui.copied' : 'ui.copySelected')}
      </p>
    </div>
  );
}
