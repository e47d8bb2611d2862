import { createContext, use } from 'react';

/** What the visitor had typed in a form that was sent without a script and rejected, by field. */
export const ReturnedValues = createContext<Readonly<Record<string, string>>>({});

/** The value that a field begins with: what was typed before, else nothing. */
export const useReturnedValue = (name: string): string => use(ReturnedValues)[name] ?? '';
