import type { Fault, NoticeName, PageView } from '#lib/dashboard/page-view.ts';
import { compiledTexts } from '#lib/i18n/compile.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { fieldId } from './field.tsx';
import { Focused } from './focused.tsx';
import { Reveal } from './reveal.tsx';

/** What was kept, but is not what was asked for. */
const UNDONE: ReadonlySet<NoticeName> = new Set(['withdrawalPutBack', 'refundAwaits']);

/** What became of the form that led here: said first, and read out. */
export function ResultNotice({ page }: { page: PageView }) {
  const { result } = page;
  if (result === null) return null;
  const t = translatorFor(page.locale);
  if (result.kind === 'done')
    return (
      <div className={UNDONE.has(result.notice) ? 'alert' : 'notice notice-good'} role="status">
        <p>{t(`dashboard.notices.${result.notice}`)}</p>
        {result.reveal !== null && (
          <Reveal
            locale={page.locale}
            messages={{ ui: compiledTexts(page.locale).ui }}
            label={t('dashboard.reveal.label')}
            gone={t('dashboard.reveal.gone')}
            secret={result.reveal}
          />
        )}
      </div>
    );
  if (result.faults.length === 0)
    return (
      <Focused className="notice" role="status">
        <p>{t('dashboard.form.kept')}</p>
      </Focused>
    );
  return (
    <Focused className="alert" role="alert">
      <h2>{t('dashboard.form.refused', { count: result.faults.length })}</h2>
      <ul>
        {result.faults.map((fault) => (
          <li key={`${fault.field} ${fault.code}`}>
            {fault.field === '' ? (
              faultText(t, fault)
            ) : (
              <a href={`#${fieldId(result.action, fault.field)}`}>{faultText(t, fault)}</a>
            )}
          </li>
        ))}
      </ul>
    </Focused>
  );
}

/** A fault in the reader's language. */
export function faultText(t: Translate, { code, values = {} }: Fault): string {
  // Each text names the values it needs, and whoever reports the fault supplies them.
  const say = t as unknown as (key: string, values: NonNullable<Fault['values']>) => string;
  return say(`dashboard.faults.${code}`, values);
}
