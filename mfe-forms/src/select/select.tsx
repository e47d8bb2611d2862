import { useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { NativeSelect } from './native-select';
import type { ComboboxProps, SelectProps, Start } from './select-props';

interface Mounted {
  readonly Combobox: ComponentType<ComboboxProps>;
  readonly start: Start;
}

/** A single choice: native until the visitor first touches it, then a combobox, if its code is loaded. */
export function Select(props: SelectProps) {
  const [mounted, setMounted] = useState<Mounted | null>(null);
  if (mounted) return <mounted.Combobox {...props} start={mounted.start} />;
  return (
    <NativeSelect
      {...props}
      onReplace={(Combobox, start) => {
        // Synchronously: later events of the same press or key go to the combobox.
        flushSync(() => {
          setMounted({ Combobox, start });
        });
      }}
    />
  );
}
