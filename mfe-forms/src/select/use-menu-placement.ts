import { useState, type RefObject } from 'react';
import type { MenuPlacement, SelectInstance } from 'react-select';
import type { SelectOption } from './option';

/** The most that the menu takes with its gap to the control, as its styles bound it: in pixels, and of the viewport. */
const MENU_ROOM = { pixels: 240, viewport: 0.42 };

/** Which side of the control the menu opens on: below, unless only above has room. */
export function useMenuPlacement(select: RefObject<SelectInstance<SelectOption> | null>) {
  const [placement, setPlacement] = useState<MenuPlacement>('bottom');
  const place = () => {
    const control = select.current?.controlRef?.getBoundingClientRect();
    if (!control) return;
    const below = window.innerHeight - control.bottom;
    const wanted = Math.min(MENU_ROOM.pixels, MENU_ROOM.viewport * window.innerHeight);
    setPlacement(below < wanted && control.top > below ? 'top' : 'bottom');
  };
  return [placement, place] as const;
}
