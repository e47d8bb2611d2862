/**
 * Deduplicates concurrent calls: a call gets the outcome of a pending call with the same key. Outcomes are not cached.
 * `flights` has the pending calls.
 */
export function singleFlight<Key, Rest extends readonly unknown[], Value>(
  work: (key: Key, ...rest: Rest) => Promise<Value>,
  flights = new Map<Key, Promise<Value>>(),
): (key: Key, ...rest: Rest) => Promise<Value> {
  return (key, ...rest) => {
    const underWay = flights.get(key);
    if (underWay) return underWay;
    const flight = work(key, ...rest).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
