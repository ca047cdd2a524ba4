import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { ActionForm } from './form.tsx';
import { Panel } from './panel.tsx';
import { ReasonField } from './staff/reason-field.tsx';

type Props = {
  page: PageView;
  /** Unique on its page. */
  id: string;
  title: string;
  /** Explains the action before the button is pressed. */
  intro: string;
  /** An action of the policy (lib/policy/table.ts). */
  action: string;
  /** Hidden fields: ids of what the action is about. */
  hidden?: Readonly<Record<string, string>>;
  /** Hidden fields that say what the page showed. */
  kept?: Readonly<Record<string, string>>;
  button: string;
  tone?: 'accent' | 'danger';
  /** The name of a field for the reason of staff; none by default. */
  reason?: 'reason' | 'note';
  /** Tells that field from those of other panels with the same action. */
  scope?: string | undefined;
  /** Facts between the introduction and the button. */
  children?: ReactNode;
};

/** A panel with one button, whose action needs no input but a reason. */
export function ButtonPanel(props: Props) {
  const { page, id, title, intro, action, hidden, kept, button, tone, reason, scope, children } = props;
  return (
    <Panel id={id} title={title} intro={intro}>
      {children}
      <ActionForm page={page} action={action} {...(hidden ? { hidden } : {})} {...(kept ? { kept } : {})}>
        {reason && <ReasonField page={page} action={action} name={reason} scope={scope} />}
        <button type="submit" className={tone ? `button button-${tone}` : 'button'}>
          {button}
        </button>
      </ActionForm>
    </Panel>
  );
}
