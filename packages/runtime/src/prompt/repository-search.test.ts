import { expect, test } from 'vitest'
import { createRepositorySearch } from './repository-search.js'

function searchIn(repositories: Set<string>) {
  let nowMs = 1_000_000
  let looks = 0
  const stat = async (path: string) => {
    looks += 1
    if (repositories.has('unreadable')) throw new Error('The folder cannot be read.')
    return repositories.has(path) ? { kind: 'directory' as const, size: 0, modifiedAtMs: 0 } : undefined
  }
  const parents = createRepositorySearch({ files: { stat }, folder: '/home/user/repo/a/b', now: () => nowMs })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { parents, looks: () => looks, pass }
}

test('returns the folders above up to the root of the repository, and none outside a repository', async () => {
  expect(await searchIn(new Set(['/home/user/repo/.git'])).parents()).toEqual(['/home/user/repo/a', '/home/user/repo'])
  expect(await searchIn(new Set()).parents()).toEqual([])
})

test('searches once for sessions in quick succession, and finds a repository that was created later', async () => {
  const repositories = new Set<string>()
  const { parents, looks, pass } = searchIn(repositories)
  await parents()
  const first = looks()
  pass(4_000)
  expect(await parents()).toEqual([])
  expect(looks()).toBe(first)
  repositories.add('/home/user/repo/a/.git')
  pass(1_000)
  expect(await parents()).toEqual(['/home/user/repo/a'])
})

test('searches again after a failure', async () => {
  const repositories = new Set(['unreadable', '/home/user/repo/a/.git'])
  const { parents } = searchIn(repositories)
  await expect(parents()).rejects.toThrow('cannot be read')
  repositories.delete('unreadable')
  expect(await parents()).toEqual(['/home/user/repo/a'])
})
