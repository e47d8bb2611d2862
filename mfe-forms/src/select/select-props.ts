export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  readonly id: string;
  /** Name of the submitted field. */
  readonly name: string;
  readonly options: readonly SelectOption[];
  /** Value of the chosen option, empty when there is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the browser validates it; otherwise the choice can be cleared. */
  readonly required: boolean;
  readonly placeholder: string;
  /** Shown when there are no options. */
  readonly emptyMessage: string;
  /** Ids of the elements that describe it. */
  readonly describedBy: string | undefined;
  readonly invalid?: boolean;
}

/** Initial state of a combobox: it continues the visitor's action on the native select. */
export type Start = 'resting' | 'focused' | 'open';

export interface ComboboxProps extends SelectProps {
  readonly start: Start;
}
