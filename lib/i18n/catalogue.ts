import type { Locale } from './locales.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { pt } from './messages/pt.ts';
import type { Messages } from './messages/shape.ts';

/** All texts of all languages. Server only: a browser gets some groups in one language. */
export const CATALOGUE: Record<Locale, Messages> = { en, es, pt };
