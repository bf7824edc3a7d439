// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { WholeClass } from '$lib/api/types';
import { drawn, named, shown } from '$lib/ui/testing';
import PupilList from './PupilList.svelte';

const ROOM = { id: 'c', members: [{ id: 'p', name: 'Ada', number: '12' }] } as unknown as WholeClass;

afterEach(() => vi.unstubAllGlobals());

it('forgets what was wrong with a name when the renaming is cancelled', async () => {
  const wrong = {
    status: 422,
    code: 'invalid',
    title: '',
    detail: '',
    errors: [{ where: 'name', message: 'Taken.' }],
  };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(wrong, { status: 422 })));
  const at = shown(PupilList, { room: ROOM, onchange: vi.fn() });
  named(at, 'button', 'Rename').click();
  await drawn();
  at.querySelector('form')!.requestSubmit();
  await vi.waitFor(() => expect(at.textContent).toContain('Taken.'));
  named(at, 'button', 'Cancel').click();
  await drawn();
  expect(at.textContent).not.toContain('Taken.');
  expect(at.querySelector('[role=alert]')).toBeNull();
});
