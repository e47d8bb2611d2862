/** Calls a listener now, and whenever a visitor may meet an old page: back in its tab, from the browser's memory, online again. */
export function whenVisitorReturns(listener: () => void): void {
  const come = () => {
    if (document.visibilityState === 'visible') listener();
  };
  for (const type of ['visibilitychange', 'pageshow', 'online']) window.addEventListener(type, come);
  come();
}
