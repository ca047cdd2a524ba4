import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';

type Props = {
  page: PageView;
  /** An action of the policy (lib/policy/table.ts). */
  action: string;
  /** Hidden fields: ids of what the form is about. */
  hidden?: Readonly<Record<string, string>>;
  className?: string;
  /** One of its fields is a file. */
  hasFile?: boolean;
  children: ReactNode;
};

/**
 * A form of the dashboard: plain HTML that works without scripts. It returns to this page unless the action redirects
 * elsewhere. It contains fields (field.tsx) and one submit button.
 */
export function ActionForm({ page, action, hidden = {}, className = 'form', hasFile = false, children }: Props) {
  const query = new URLSearchParams(page.query).toString();
  const back = query === '' ? page.path : `${page.path}?${query}`;
  const own = { lang: page.locale, back, ...hidden };
  return (
    <form
      method="post"
      action={`/dashboard/actions/${action}`}
      className={className}
      encType={hasFile ? 'multipart/form-data' : undefined}
      noValidate
    >
      {Object.entries(own).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
