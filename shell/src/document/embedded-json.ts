/** Reads what the document carries in a script element of the type `application/json`; `null` when it has none. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it embedded
export function readJson<Value>(id: string): Value | null {
  const text = document.getElementById(id)?.textContent;
  // Written by the same release of the shell, from a value of this very type.
  return text ? (JSON.parse(text) as Value) : null;
}
