import { BLOG } from './blog';
import { FORMS } from './forms';
import { HOME } from './home';
import { PRIMITIVES } from './primitives';
import { SHELL } from './shell';
import type { Stories } from './story';

/** Every component by group and name. */
export const GROUPS: Readonly<Record<string, Readonly<Record<string, Stories>>>> = {
  'shared/ui': PRIMITIVES,
  'mfe-home': HOME,
  'mfe-blog': BLOG,
  'mfe-forms': FORMS,
  shell: SHELL,
};
