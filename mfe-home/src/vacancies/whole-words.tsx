import { Fragment } from 'react';
import styles from './whole-words.module.css';

export interface WholeWordsProps {
  readonly children: string;
}

/** Text that breaks at spaces only: a line would otherwise end after the slash of «Менеджер/ка». */
export function WholeWords({ children }: WholeWordsProps) {
  return children.split(' ').map((word, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={styles.word}>{word}</span>
    </Fragment>
  ));
}
