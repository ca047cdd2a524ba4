'use client';

import { useEffect, useRef, useState } from 'react';

/** A picture of somebody else's server, decoration beside words. One that does not come leaves no broken sign. */
export function RemoteImage({ src, className }: { src: string; className?: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    // It may have failed before the page came alive, and then nothing tells.
    if (image.current?.complete && image.current.naturalWidth === 0) setIsMissing(true);
  }, []);
  if (isMissing) return null;
  return (
    // biome-ignore lint/performance/noImgElement: shown from its own address (decisions.md 50).
    <img
      ref={image}
      className={className}
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      decoding="async"
      onError={() => setIsMissing(true)}
    />
  );
}
