/**
 * Whether a visitor has the focus in server-rendered elements or has changed one of their fields. Then they must not be
 * removed.
 */
export const hasUserInteraction = (nodes: readonly Element[]): boolean =>
  nodes.some(
    (node) => node.contains(document.activeElement) || [...node.querySelectorAll('*')].some(isChanged),
  );

function isChanged(element: Element): boolean {
  if (element instanceof HTMLInputElement) {
    const { type, value, defaultValue, checked, defaultChecked } = element;
    return type === 'checkbox' || type === 'radio' ? checked !== defaultChecked : value !== defaultValue;
  }
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  return element instanceof HTMLSelectElement && element.selectedIndex !== givenIndex(element);
}

/** Browsers choose the first option if the HTML chooses none. */
const givenIndex = ({ options }: HTMLSelectElement) =>
  Math.max(
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
    0,
  );
