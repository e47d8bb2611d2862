import { withClass } from '../class-names/with-class.tsx';
import styles from './visually-hidden.module.css';

/** Text for screen readers only. */
export const VisuallyHidden = withClass(styles.hidden, 'span');
