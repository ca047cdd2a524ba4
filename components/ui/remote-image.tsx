'use client';

import { useEffect, useRef, useState } from 'react';

/** A decorative image from another server. If it fails to load, nothing is shown. */
export function RemoteImage({ src, className }: { src: string; className?: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    // It may have failed before hydration, and then there is no event.
    if (image.current?.complete && image.current.naturalWidth === 0) setIsMissing(true);
  }, []);
  if (isMissing) return null;
  return (
    // biome-ignore lint/performance/noImgElement: shown from its own address (ruling 50).
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
