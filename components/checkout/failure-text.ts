import type { Translate } from '#lib/i18n/translator.ts';
import type { Failure } from './api.ts';

/** What a donor is told of a request that came to nothing. Each text says that nothing was charged. */
export function failureText(t: Translate, failure: Failure, unreachable: 'notSaved' | 'gatewayDown'): string {
  switch (failure.kind) {
    case 'too_many':
      return failure.seconds > 90
        ? t('errors.tooManyMinutes', { minutes: Math.ceil(failure.seconds / 60) })
        : t('errors.tooMany', { seconds: failure.seconds });
    case 'unreachable':
      return isOffline() ? t('errors.offline') : t(`errors.${unreachable}`);
    case 'fields':
      return t('errors.refused');
    default:
      return t(`errors.${unreachable}`);
  }
}

/** Whether the browser itself says that it has no network. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}
