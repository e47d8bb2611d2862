import styles from './laid-out-later.module.css';

/** Class of a section below the first screen. */
export const laidOutLater = styles['later'];
