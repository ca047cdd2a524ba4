import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';

type Props = {
  page: PageView;
  /** A name of the table of permissions (lib/dashboard/permissions.ts). */
  action: string;
  /** What the form is about and its reader does not write: ids. */
  hidden?: Readonly<Record<string, string>>;
  className?: string;
  children: ReactNode;
};

/**
 * A form of the dashboard: plain HTML that works without scripts. It comes back to this page unless the action leads
 * elsewhere. Inside stand fields (field.tsx) and one button of type "submit".
 */
export function ActionForm({ page, action, hidden = {}, className = 'form', children }: Props) {
  const query = new URLSearchParams(page.query).toString();
  const back = query === '' ? page.path : `${page.path}?${query}`;
  const own = { lang: page.locale, back, ...hidden };
  return (
    <form method="post" action={`/dashboard/actions/${action}`} className={className} noValidate>
      {Object.entries(own).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
