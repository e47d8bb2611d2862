import type { ModuleId, RemoteName } from '@vidlunnia/contracts';
import type { ReactElement } from 'react';
import type { Stories } from './story';

type ListState = 'empty' | 'one' | 'many' | 'long text' | 'error';
type FormState = 'empty' | 'chosen' | 'invalid' | 'pending' | 'error' | 'sent' | 'returned' | 'long text';

/** Required states of a section; one for sections that are not listed. The shell shows the loading state. */
interface StatesOf {
  readonly 'home/Services': ListState;
  readonly 'blog/Teaser': Exclude<ListState, 'error'>;
  readonly 'blog/Archive': ListState;
  readonly 'blog/Post': 'usual' | 'long text' | 'error';
  readonly 'forms/ApplicationForm': FormState;
  readonly 'forms/ContactForm': FormState;
}

/** Stories of everything that a remote exposes. The compiler names missing ones. */
export type SectionStories<Remote extends RemoteName> = {
  readonly [Id in ModuleId as Id extends `${Remote}/${string}` ? Id : never]: Stories &
    Readonly<Record<Id extends keyof StatesOf ? StatesOf[Id] : 'usual', ReactElement>>;
};
