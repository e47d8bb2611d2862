import { useRef } from 'react';
import { Combobox } from './combobox';
import { NativeSelect } from './native-select';
import type { SelectOption } from './option';
import { useHydrated } from './use-hydrated';

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

/** A choice of one: native in a page whose script has not come yet, which then hands over what was chosen in it. */
export function Select(props: SelectProps) {
  const hydrated = useHydrated();
  const hadFocus = useRef(false);
  return hydrated ? (
    <Combobox {...props} takesFocus={hadFocus} />
  ) : (
    <NativeSelect {...props} leavesFocus={hadFocus} />
  );
}
