/**
 * Single flight: who calls while an earlier call is under way gets that call's outcome, and nothing is done twice.
 * Calls with different keys do not wait for each other; afterwards nothing is remembered.
 */
export function singleFlight<Key, Value>(work: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const flights = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = flights.get(key);
    if (known) return known;
    const flight = work(key).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
