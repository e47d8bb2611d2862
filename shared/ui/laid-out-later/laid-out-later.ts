import styles from './laid-out-later.module.css';

/** Class of a section below the first screen. */
export const LAID_OUT_LATER = styles['later'];
