import type { PageView } from '#lib/dashboard/page-view.ts';
import { ActionForm } from '../form.tsx';

type Props = {
  page: PageView;
  action: string;
  /** The id of what the action is about, and of the element that names it. */
  id: string;
  open: string;
  title: string;
  body: string;
  confirm: string;
};

/** A button whose action cannot be undone: it opens a question, and the answer sends the form. Works without scripts. */
export function ConfirmButton({ page, action, id, open, title, body, confirm }: Props) {
  return (
    <details className="move">
      <summary className="button" aria-describedby={id}>
        {open}
      </summary>
      <div className="move-question">
        <p>
          <strong>{title}</strong>
        </p>
        <p>{body}</p>
        <ActionForm page={page} action={action} hidden={{ id }}>
          <button type="submit" className="button button-danger">
            {confirm}
          </button>
        </ActionForm>
      </div>
    </details>
  );
}
