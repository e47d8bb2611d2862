/** Reads embedded data from a script element of the type `application/json`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it embedded
export function readJson<Value>(id: string): Value {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The document has no #${id}`);
  // Written by the same release of the shell, from a value of this type.
  return JSON.parse(text) as Value;
}
