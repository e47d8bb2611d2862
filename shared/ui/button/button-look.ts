import { classNames } from '../class-names/class-names.ts';
import styles from './button.module.css';

export interface ButtonLook {
  readonly variant?: 'solid' | 'ghost' | undefined;
  readonly size?: 'regular' | 'small' | undefined;
}

export const buttonClass = ({ variant, size }: ButtonLook, className: string | undefined): string =>
  classNames(styles.button, variant === 'ghost' && styles.ghost, size === 'small' && styles.small, className);
