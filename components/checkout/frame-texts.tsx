'use client';

import type { ComponentProps } from 'react';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { RecipientNote } from '#components/ui/recipient-note.tsx';
import { SLOT } from '#components/ui/sentence.tsx';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { partnerLabel } from './outcomes/next-links.tsx';

type PlainText =
  | 'checkout.causePage'
  | 'checkout.confirming.status'
  | 'checkout.donationTo'
  | 'checkout.noScript'
  | 'checkout.secure'
  | 'ui.testBanner';

/** A text of the frame that follows the language of the page, which can change in place. */
export function FrameText({ of }: { of: PlainText }) {
  return <span>{useTexts().t(of)}</span>;
}

/** "Return to" with the partner's name, where it has one. */
export function PartnerLabel({ view }: { view: Parameters<typeof partnerLabel>[1] }) {
  return <span>{partnerLabel(useTexts(), view)}</span>;
}

/** The page in the other languages. */
export function FrameLanguages({ path, linkId }: { path: string; linkId: string }) {
  const { t, locale } = useTexts();
  return <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={{ ref: linkId }} />;
}

/** Who receives the money, and what it costs. */
export function FrameRecipient(props: Omit<ComponentProps<typeof RecipientNote>, 'texts'>) {
  return <RecipientNote texts={useTexts()} {...props} />;
}

/** Until when the link can be paid. */
export function Expiry({ iso }: { iso: string }) {
  const { t, formatLocale } = useTexts();
  return <LocalTime iso={iso} formatLocale={formatLocale} within={t('checkout.expires', { date: SLOT })} />;
}
