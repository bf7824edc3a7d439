/** The address bar as state: real addresses, and links that do not reload the page. */

interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
  /** Changes whenever a page is opened, even the same one; not if it only changes its query or scrolls. */
  visit: number;
}

const read = (visit: number): Place => ({
  path: decodeURI(location.pathname).replace(/\/+$/, '') || '/',
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
  visit,
});

let here = $state.raw(read(0));

export const route = {
  get path() {
    return here.path;
  },
  get query() {
    return here.query;
  },
  get hash() {
    return here.hash;
  },
  get visit() {
    return here.visit;
  },
};

const RETURN_MS = 20_000;
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Where a page that still fills is to be scrolled, and what ends that. */
let returning: { to: number; end: () => void } | null = null;

/** Notes in the history where this page is scrolled. */
function remember(): void {
  history.replaceState({ scrolled: returning?.to ?? scrollY }, '');
}

/** Scrolls to where a page was left, again and again while it fills, until somebody scrolls or time is up. */
function scrollBack(to: number): void {
  returning?.end();
  scrollTo(0, to);
  if (to === 0) return;
  const observer = new ResizeObserver(() => scrollTo(0, to));
  const end = (): void => {
    observer.disconnect();
    clearTimeout(late);
    for (const name of BY_HAND) removeEventListener(name, end);
    returning = null;
  };
  const late = setTimeout(end, RETURN_MS);
  observer.observe(document.body);
  for (const name of BY_HAND) addEventListener(name, end, { passive: true });
  returning = { to, end };
}

/** Goes to an address of this site. `keep`: the page is not opened again, and stays where it is scrolled. */
export function go(address: string, { replace = false, keep = false } = {}): void {
  remember();
  if (replace) history.replaceState(history.state, '', address);
  else history.pushState(null, '', address);
  here = read(keep ? here.visit : here.visit + 1);
  if (!keep) scrollBack(0);
}

/** The same page with other values in its query; null removes one. */
export function setQuery(values: Record<string, string | number | null>): void {
  const query = new URLSearchParams(here.query);
  for (const [key, value] of Object.entries(values)) {
    if (value === null) query.delete(key);
    else query.set(key, String(value));
  }
  const text = query.toString();
  go(here.path + (text ? `?${text}` : ''), { replace: true, keep: true });
}

/** Where a list begins, as the address says. */
export const offsetOf = (query: URLSearchParams): number =>
  Math.max(0, Math.floor(Number(query.get('offset')) || 0));

/** `/play/:board` against `/play/x` gives `{board: "x"}`; null if it does not match. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) found[part.slice(1)] = given[index]!;
    else if (part !== given[index]) return null;
  }
  return found;
}

/** Where one signs in, or up if `isNew`, and comes back from to `next`, an address of this site. */
export function accountAddress({ next = hereAsAddress(), isNew = false } = {}): string {
  const query = new URLSearchParams({ ...(isNew ? { new: '' } : {}), next });
  return `/account?${query.toString()}`;
}

function hereAsAddress(): string {
  if (here.path.startsWith('/account')) return '/account';
  const query = here.query.toString();
  return here.path + (query && `?${query}`) + (here.hash && `#${here.hash}`);
}

/** Goes to the address that the page of the account was given, if it is one of this site. */
export function goBack(next: string): void {
  if (!/^\/(?![/\\])/.test(next)) return;
  const to = new URL(next, location.origin);
  if (to.origin !== location.origin) return;
  if (isServers(to.pathname)) location.assign(to);
  else go(to.pathname + to.search + to.hash, { replace: true });
}

const SERVER_SIDE = ['/admin', '/api', '/static'];

export function isOurs(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return false;
  return !isServers(link.pathname);
}

const isServers = (path: string): boolean =>
  SERVER_SIDE.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

export function startRouter(): void {
  history.scrollRestoration = 'manual'; // the browser would scroll before the page is there
  if (history.state?.scrolled) scrollBack(history.state.scrolled);
  let waiting = 0;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(remember, 150);
    },
    { passive: true },
  );
  addEventListener('pagehide', remember);
  addEventListener('popstate', (event) => {
    clearTimeout(waiting);
    const next = read(here.visit);
    const isSame = next.path === here.path && String(next.query) === String(here.query);
    const isWithin = isSame && (!next.hash || document.getElementById(next.hash) !== null);
    here = isWithin ? next : read(here.visit + 1);
    if (!isWithin || !next.hash) scrollBack(event.state?.scrolled ?? 0);
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest('a');
    if (!(link instanceof HTMLAnchorElement) || !link.href || !isOurs(link)) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
