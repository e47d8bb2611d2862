import { withClass } from '../class-names/with-class.tsx';
import styles from './badge.module.css';

/** A category's small label. */
export const Badge = withClass(styles.badge, 'span');
