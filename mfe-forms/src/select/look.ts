import { classNames } from '@vidlunnia/shared/ui';
import type { ClassNamesConfig, StylesConfig } from 'react-select';
import control from '../form/control.module.css';
import styles from './combobox.module.css';
import type { SelectOption } from './option';
import native from './select.module.css';

export const lookClassNames: ClassNamesConfig<SelectOption, false> = {
  container: () => classNames(native.container),
  control: () => classNames(control.control, styles.control),
  valueContainer: () => classNames(styles.value),
  singleValue: () => classNames(styles.chosen),
  placeholder: () => classNames(styles.chosen, styles.placeholder),
  indicatorsContainer: () => classNames(styles.indicators),
  menu: ({ placement }) => classNames(styles.menu, placement === 'top' ? styles.above : styles.below),
  noOptionsMessage: () => classNames(styles.empty),
};

const bare = () => ({});

/** react-select's styles are unlayered and would win over every layer: none of them is wanted. */
export const bareStyles: StylesConfig<SelectOption, false> = {
  container: bare,
  control: bare,
  valueContainer: bare,
  singleValue: bare,
  placeholder: bare,
  indicatorsContainer: bare,
  menu: bare,
  noOptionsMessage: bare,
};
