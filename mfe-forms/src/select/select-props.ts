export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  readonly id: string;
  /** Name of the submitted field. */
  readonly name: string;
  readonly options: readonly SelectOption[];
  /** Value of the chosen option, empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Takes part in the browser's validation; without it, the choice can be cleared. */
  readonly required: boolean;
  readonly placeholder: string;
  /** Said in place of options when there are none. */
  readonly emptyMessage: string;
  /** Ids of what describes it. */
  readonly describedBy: string | undefined;
  readonly invalid?: boolean;
}

/** What a combobox begins with: it takes over what the visitor was doing with the native select. */
export type Start = 'resting' | 'focused' | 'open';

export interface ComboboxProps extends SelectProps {
  readonly start: Start;
}
