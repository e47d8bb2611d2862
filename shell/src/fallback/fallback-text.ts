import type { ModuleId } from '@vidlunnia/shared/contracts';
import { TEXTS } from '../site';

/** Parts that hold their page's `h1`: without them, the words in their place are it. */
export const holdsPageTitle = (id: ModuleId): boolean => id === 'home/Hero' || id === 'blog/Post';

/** What a visitor reads in place of an island that failed. A form's text keeps their goal within reach: telephone, e-mail. */
export function fallbackText(id: ModuleId): string {
  if (id === 'forms/ApplicationForm') return TEXTS['fallback.application'];
  if (id === 'forms/ContactForm') return TEXTS['fallback.contact'];
  return TEXTS[id.startsWith('blog/') ? 'fallback.blog' : 'fallback.section'];
}
