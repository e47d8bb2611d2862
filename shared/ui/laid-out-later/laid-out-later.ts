import styles from './laid-out-later.module.css';

/**
 * Class of a section below the first screen. A section with a form has it on its parts: to find fields to fill, Chromium
 * lays out each form at once, with the whole element of this class.
 */
export const laidOutLater = styles['later'];
