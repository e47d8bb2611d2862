import type { ModuleId, RemoteName } from '@vidlunnia/contracts';
import type { Stories, Story } from './story';

type ListState = 'empty' | 'one' | 'many' | 'long text' | 'error';
type FormState = 'empty' | 'chosen' | 'invalid' | 'pending' | 'error' | 'sent' | 'returned' | 'long text';

/** States that a section cannot do without; those of all others are one. While one is on its way, the shell has its place. */
interface StatesOf {
  readonly 'home/Services': ListState;
  readonly 'blog/Teaser': ListState;
  readonly 'blog/Archive': ListState;
  readonly 'blog/Post': 'usual' | 'long text' | 'error';
  readonly 'forms/ApplicationForm': FormState;
  readonly 'forms/ContactForm': FormState;
}

/** Stories of all that a remote exposes: the compiler says what is missing. */
export type SectionStories<Remote extends RemoteName> = {
  readonly [Id in ModuleId as Id extends `${Remote}/${string}` ? Id : never]: Stories &
    Readonly<Record<Id extends keyof StatesOf ? StatesOf[Id] : 'usual', Story>>;
};
