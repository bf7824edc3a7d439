/**
 * The service worker: it opens pages without the server, with boards that were seen before.
 *
 * It keeps the files of one build, the empty shell of a page, and answers that are marked as public. It never
 * keeps a page with somebody's data in it, nor any other answer of the API. A new build waits until no page
 * of the old one is open.
 */

/** What `clew_studio.web.shell` puts before this script. */
declare const BUILD: { name: string; files: string[] };

interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const site = globalThis as unknown as {
  clients: { claim(): Promise<void> };
  addEventListener(name: 'install' | 'activate', hear: (event: Waiting) => void): void;
  addEventListener(name: 'fetch', hear: (event: Fetching) => void): void;
};

const SHELL = '/offline';
const FILES = `clew-files-${BUILD.name}`;
const [BOARDS, ENGINES] = ['clew-boards', 'clew-engines'];
const MOST_BOARDS = 200;
/** Pages of the server's own, without the client. */
const NOT_OURS = /^\/(admin|api|static)\//;
const BOARD = /^\/api\/v1\/(boards\/[^/]+\/page|endless\/[^/]+)$/;
const ENGINE = /^\/engine\//;

const files = new Set(BUILD.files);

site.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(FILES)
      .then((cache) => cache.addAll([new Request(SHELL, { cache: 'reload' }), ...BUILD.files])),
  );
});

site.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => site.clients.claim()));
});

site.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!NOT_OURS.test(pathname)) event.respondWith(fetch(request).catch(() => kept(FILES, SHELL)));
  } else if (files.has(pathname)) {
    event.respondWith(kept(FILES, pathname).catch(() => fetch(request)));
  } else if (ENGINE.test(pathname)) {
    event.respondWith(kept(ENGINES, request.url).catch(() => fetched(request, ENGINES)));
  } else if (BOARD.test(pathname)) {
    event.respondWith(
      fetched(request, BOARDS).catch((error: unknown) =>
        kept(BOARDS, pathname).catch(() => Promise.reject(error)),
      ),
    );
  }
});

async function kept(store: string, address: string): Promise<Response> {
  const found = await (await caches.open(store)).match(address);
  if (!found) throw new TypeError(`${address} is not kept`);
  return found;
}

/** The server's answer, which is kept if it is public and there is room. */
async function fetched(request: Request, store: string): Promise<Response> {
  const answer = await fetch(request);
  await handled(request.url, answer, store).catch(() => undefined);
  return answer;
}

async function handled(address: string, answer: Response, store: string): Promise<void> {
  const isForAll = /\bpublic\b/.test(answer.headers.get('Cache-Control') ?? '');
  const cache = await caches.open(store);
  if (answer.ok && isForAll) await keep(cache, address, answer.clone());
  else if (answer.status < 500) await cache.delete(address);
}

/** Keeps the newest answer of each address, and only a limited number of boards. */
async function keep(cache: Cache, address: string, answer: Response): Promise<void> {
  const { pathname } = new URL(address);
  await cache.delete(pathname, { ignoreSearch: true });
  await cache.put(address, answer);
  const known = await cache.keys();
  for (const old of known.slice(0, Math.max(0, known.length - MOST_BOARDS))) await cache.delete(old);
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('clew-files-') && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export {};
