/** Every request to the server goes through here: JSON in and out, the CSRF token, problems as errors. */

import { begun } from './begun';
import type { Problem as Told } from './schema';

/** What the server says, or the page itself where no server answered. */
export type ProblemBody = Omit<Told, 'type'>;

/** Why the server refused, in its own words; `code` is "offline" if it did not answer at all. */
export class Problem extends Error {
  constructor(
    readonly body: ProblemBody,
    readonly retryAfter: number | null = null,
  ) {
    super(body.detail || body.title);
  }

  get code(): string {
    return this.body.code;
  }
}

/** Whether no server answered. */
export const isOffline = (error: unknown): boolean => error instanceof Problem && error.code === 'offline';

/** Whether a later try may succeed: no answer, a busy or broken server, an expired token. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Problem)) return true;
  const { status, code } = error.body;
  return status === 0 || status >= 500 || status === 429 || code === 'csrf';
}

const PREFIX = '/api/v1';
const SAFE = new Set(['GET', 'HEAD']);

export function cookie(name: string, all: string = document.cookie): string | null {
  for (const part of all.split(';')) {
    const [key, ...rest] = part.trim().split('=');
    if (key === name) return decodeURIComponent(rest.join('='));
  }
  return null;
}

/** `?a=1&b=x`, leaving out what is null, undefined or empty. */
export function query(values: Record<string, unknown>): string {
  const found = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== '') found.set(key, String(value));
  }
  const text = found.toString();
  return text ? `?${text}` : '';
}

export interface Answer<T> {
  status: number;
  body: T;
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
  if (!SAFE.has(method)) {
    if (!cookie('csrftoken')) await fetch(`${PREFIX}/session`, { credentials: 'same-origin' });
    headers['X-CSRFToken'] = cookie('csrftoken') ?? '';
  }
  let response: Response;
  try {
    response = await fetch(PREFIX + path, {
      method,
      headers,
      credentials: 'same-origin',
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    });
  } catch {
    throw new Problem({ code: 'offline', status: 0, title: '', detail: '' });
  }
  return { status: response.status, body: (await read(response)) as T };
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.ok && type === 'application/octet-stream') return response.blob();
  const body: unknown = type.includes('json') ? await response.json() : await response.text();
  if (response.ok) return body;
  const after = Number(response.headers.get('Retry-After'));
  throw new Problem(asProblem(response, body), Number.isFinite(after) && after > 0 ? after : null);
}

function asProblem(response: Response, body: unknown): ProblemBody {
  if (typeof body === 'object' && body !== null && 'code' in body) return body as ProblemBody;
  return { code: `http-${response.status}`, status: response.status, title: response.statusText, detail: '' };
}

export async function get<T>(path: string): Promise<T> {
  return begun<T>(path) ?? (await ask<T>('GET', path)).body;
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await ask<T>('POST', path, body)).body;
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return (await ask<T>('PUT', path, body)).body;
}

export async function patch<T>(path: string, body: unknown): Promise<T> {
  return (await ask<T>('PATCH', path, body)).body;
}

export async function remove<T>(path: string, body?: unknown): Promise<T> {
  return (await ask<T>('DELETE', path, body)).body;
}

/** A file from the server. */
export async function download(path: string, body?: unknown): Promise<Blob> {
  const response = await fetch(PREFIX + path, {
    method: body === undefined ? 'GET' : 'POST',
    credentials: 'same-origin',
    headers:
      body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'X-CSRFToken': cookie('csrftoken') ?? '' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) await read(response);
  return response.blob();
}

/** Downloads a file from the server and saves it under that name. */
export async function saveFile(path: string, name: string, body?: unknown): Promise<void> {
  saveBlob(await download(path, body), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
