import type { AriaLiveMessages, GroupBase } from 'react-select';
import { selectCopy } from './copy';
import type { SelectOption } from './option';

const selected = (label: string) => selectCopy.selected.replace('{option}', label);

/** What react-select announces by itself. The rest is told by roles and states. */
export const liveMessages: AriaLiveMessages<SelectOption, false, GroupBase<SelectOption>> = {
  guidance: () => '',
  onFilter: () => '',
  onChange: ({ action, label }) => (action === 'select-option' ? selected(label) : ''),
  // Only where the active option is not announced: react-select sets no `aria-activedescendant` on Apple devices.
  onFocus: ({ context, isAppleDevice, isSelected, label }) => {
    if (context !== 'menu' || !isAppleDevice) return '';
    return isSelected ? selected(label) : label;
  },
};
