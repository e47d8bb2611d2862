import type { HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

type Tag = 'span' | 'div' | 'h2' | 'h3' | 'header' | 'section';

export interface Props extends HTMLAttributes<HTMLElement> {
  readonly as?: Tag | undefined;
}

/** Makes a component that adds a class to its element. */
export const withClass = (name: string | undefined, usual: Tag) =>
  function WithClass({ as: Element = usual, className, ...rest }: Props) {
    return <Element {...rest} className={classNames(name, className)} />;
  };
