import type { ReactNode } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { ScreenHeading } from './screen-heading.tsx';

type Props = {
  title: string;
  icon: IconName;
  tone?: 'good' | 'plain';
  /** It replaced the form in an open page. */
  isNew: boolean;
  children: ReactNode;
};

/** A screen without a form: an icon, a heading, a short text, and links. */
export function Screen({ title, icon, tone = 'plain', isNew, children }: Props) {
  return (
    <div className="screen">
      <Icon name={icon} className={`sign sign-${tone}`} />
      <ScreenHeading takesFocus={isNew}>{title}</ScreenHeading>
      {children}
    </div>
  );
}
