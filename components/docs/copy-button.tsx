'use client';

import { useState } from 'react';

/** How long "Copied" stays, in milliseconds. */
const CONFIRMED_MS = 2000;

/** Copies a code block. Without a clipboard it says so, and the code can be selected instead. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [word, setWord] = useState('Copy');
  const copy = async () => {
    const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    setWord(done ? 'Copied' : 'Select and copy');
    setTimeout(() => setWord('Copy'), CONFIRMED_MS);
  };
  return (
    <button type="button" className="copy" onClick={() => void copy()} aria-label={`${word}: ${label}`}>
      <span aria-live="polite">{word}</span>
    </button>
  );
}
