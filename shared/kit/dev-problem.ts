/** Shows a problem over the page. Uses nothing from outside: it goes to the page as text too, where nothing is built. */
export function showProblem(problem: string): void {
  const shown = document.createElement('pre');
  shown.setAttribute('role', 'alert');
  shown.style.cssText =
    'position:fixed;inset:1rem 1rem auto;z-index:9999;padding:1rem;background:#fff;color:#b00;white-space:pre-wrap';
  shown.textContent = problem;
  document.body.append(shown);
}
