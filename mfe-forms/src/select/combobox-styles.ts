import { classNames } from '@vidlunnia/ui';
import type { ClassNamesConfig, StylesConfig } from 'react-select';
import control from '../control.module.css';
import styles from './combobox.module.css';
import type { SelectOption } from './select-props';
import native from './select.module.css';

export const comboboxClasses: ClassNamesConfig<SelectOption, false> = {
  container: () => classNames(native.container),
  control: () => classNames(control.control, styles.control),
  valueContainer: () => classNames(styles.value),
  singleValue: () => classNames(styles.chosen),
  placeholder: () => classNames(styles.chosen, styles.placeholder),
  indicatorsContainer: () => classNames(styles.indicators),
  menu: ({ placement }) => classNames(styles.menu, placement === 'top' ? styles.above : styles.below),
  noOptionsMessage: () => classNames(styles.empty),
};

const none = () => ({});

/** react-select's styles are unlayered and would override every layer: none of them is used. */
export const noStyles: StylesConfig<SelectOption, false> = {
  container: none,
  control: none,
  valueContainer: none,
  singleValue: none,
  placeholder: none,
  indicatorsContainer: none,
  menu: none,
  noOptionsMessage: none,
};
