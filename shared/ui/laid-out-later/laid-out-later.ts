import styles from './laid-out-later.module.css';

/**
 * Class of a section below the first screen. In a section with a form, its parts have it: to find fields to fill,
 * Chromium lays out the whole element of this class around a form.
 */
export const laidOutLater = styles['later'];
