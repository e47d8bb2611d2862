import type { ReactNode } from 'react';
import { VisuallyHidden } from '@vidlunnia/shared/ui';

export interface LabelledProps {
  /** A text of the copy that ends in the place of its value: `Текст: {author}`. */
  readonly text: `${string}{${string}}`;
  readonly children: ReactNode;
}

/** A value whose meaning its place and look tell; the words of the text tell it to screen readers. */
export function Labelled({ text, children }: LabelledProps) {
  return (
    <>
      <VisuallyHidden>{text.slice(0, text.indexOf('{'))}</VisuallyHidden>
      {children}
    </>
  );
}
