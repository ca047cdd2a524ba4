import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';

type Props = {
  page: PageView;
  /** An action of the policy (lib/policy/table.ts). */
  action: string;
  /** Hidden fields: ids of what the form is about. */
  hidden?: Readonly<Record<string, string>>;
  /**
   * Hidden fields that belong to what was typed, such as what the page showed then. A form that comes back keeps them, unless it
   * was refused because they are out of date.
   */
  kept?: Readonly<Record<string, string>>;
  className?: string;
  /** One of its fields is a file. */
  hasFile?: boolean;
  /**
   * A browser sends a date and time that is half filled in as nothing, which removes it: the form has one, and the browser does
   * not send it like that.
   */
  hasTime?: boolean;
  children: ReactNode;
};

/**
 * A form of the dashboard: plain HTML that works without scripts. It returns to this page unless the action redirects
 * elsewhere. It contains fields (field.tsx) and one submit button.
 */
export function ActionForm(props: Props) {
  const {
    page,
    action,
    hidden = {},
    kept = {},
    className = 'form',
    hasFile = false,
    hasTime = false,
    children,
  } = props;
  const query = new URLSearchParams(page.query).toString();
  const back = query === '' ? page.path : `${page.path}?${query}`;
  // Sent twice, a rendered form that creates something does it once (lib/dashboard/perform-once.ts).
  const own = { lang: page.locale, back, form: crypto.randomUUID(), ...hidden, ...keptOf(props, kept) };
  return (
    <form
      method="post"
      action={`/dashboard/actions/${action}`}
      className={className}
      encType={hasFile ? 'multipart/form-data' : undefined}
      noValidate={!hasTime}
    >
      {Object.entries(own).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** Those fields as they were sent, if it is this form that has come back. */
function keptOf({ page: { result }, action, hidden = {} }: Props, kept: Readonly<Record<string, string>>) {
  if (result?.kind !== 'refused' || result.action !== action) return kept;
  if (hidden.id !== undefined && hidden.id !== result.values.id) return kept;
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, [result.values[name] ?? value].flat()[0] ?? value]),
  );
}
