import { useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { NativeSelect } from './native-select';
import type { SelectOption } from './option';

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
  /** Id of a hint. */
  readonly describedBy: string | undefined;
}

/** What a combobox begins with: it takes over what the visitor was doing with the native select. */
export type Start = 'resting' | 'focused' | 'open';

export interface ComboboxProps extends SelectProps {
  readonly start: Start;
}

interface Mounted {
  readonly Combobox: ComponentType<ComboboxProps>;
  readonly start: Start;
}

/** A choice of one: native until the visitor first touches it, then a combobox, if its code is there. */
export function Select(props: SelectProps) {
  const [mounted, setMounted] = useState<Mounted | null>(null);
  if (mounted) return <mounted.Combobox {...props} start={mounted.start} />;
  return (
    <NativeSelect
      {...props}
      onReplace={(Combobox, start) => {
        // At once: the rest of the same press or key goes to the combobox.
        flushSync(() => {
          setMounted({ Combobox, start });
        });
      }}
    />
  );
}
