'use client';

import { useEffect, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';

/** The notice of the startup watchdog: hidden at first, and removed once React runs. */
export function StartupFailedNotice({ id, href }: { id: string; href: string }) {
  const { t } = useTexts();
  const [isStarted, setIsStarted] = useState(false);
  useEffect(() => setIsStarted(true), []);
  if (isStarted) return null;
  return (
    <div className="alert" role="alert" id={id} hidden suppressHydrationWarning>
      <h2>{t('checkout.missing.title')}</h2>
      <p>{t('checkout.missing.body')}</p>
      <a className="button" href={href}>
        {t('ui.tryAgain')}
      </a>
    </div>
  );
}
