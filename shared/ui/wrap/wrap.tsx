import { withClass } from '../class-names/with-class.tsx';
import styles from './wrap.module.css';

/** The page's column: 1280 px at most, with a margin on either side. */
export const Wrap = withClass(styles.wrap, 'div');
