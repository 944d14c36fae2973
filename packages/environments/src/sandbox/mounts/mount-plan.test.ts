import { expect, test } from 'vitest'
import { type MountEntry, mountPlan } from './mount-plan.js'

const plan = (...entries: readonly MountEntry[]) => mountPlan(entries, { emptyFile: '/empty' })
const folder = (path: string, access: MountEntry['access'], source?: string): MountEntry => ({
  path,
  access,
  isFolder: true,
  ...(source !== undefined && { source }),
})
const file = (path: string, access: MountEntry['access']): MountEntry => ({ path, access, isFolder: false })

test('creates no mount for read-only paths', () => {
  expect(plan(folder('/a', 'read-only'))).toEqual([])
})

test('applies the longest path, in any order', () => {
  expect(plan(folder('/a/b', 'read-only'), folder('/a', 'writable'))).toEqual([
    ...['--bind', '/a', '/a'],
    ...['--ro-bind', '/a/b', '/a/b'],
  ])
})

test('applies the strictest of equal paths', () => {
  expect(plan(folder('/a', 'writable'), folder('/a', 'hidden'))).toEqual(['--tmpfs', '/a', '--remount-ro', '/a'])
})

test('mounts the folders above protected paths, so that they cannot be moved', () => {
  expect(plan(folder('/a', 'writable'), file('/a/b/c/d', 'hidden'))).toEqual([
    ...['--bind', '/a', '/a'],
    ...['--bind', '/a/b', '/a/b'],
    ...['--bind', '/a/b/c', '/a/b/c'],
    ...['--ro-bind', '/empty', '/a/b/c/d'],
  ])
})

test('makes part of a hidden folder visible and creates mount points before the folder becomes read-only', () => {
  expect(plan(folder('/a', 'hidden'), folder('/a/b', 'read-only'), file('/a/c', 'hidden'))).toEqual([
    ...['--tmpfs', '/a'],
    ...['--ro-bind', '/a/b', '/a/b'],
    ...['--remount-ro', '/a'],
  ])
})

test('replaces a folder with another one', () => {
  expect(plan(folder('/a', 'writable', '/other'))).toEqual(['--bind', '/other', '/a'])
})
