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

test('read-only paths need no mount', () => {
  expect(plan(folder('/a', 'read-only'))).toEqual([])
})

test('the longest path decides, in any order', () => {
  expect(plan(folder('/a/b', 'read-only'), folder('/a', 'writable'))).toEqual([
    ...['--bind', '/a', '/a'],
    ...['--ro-bind', '/a/b', '/a/b'],
  ])
})

test('the strictest of equal paths decides', () => {
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

test('a part of a hidden folder can be visible, and its mount points are created before the folder becomes read-only', () => {
  expect(plan(folder('/a', 'hidden'), folder('/a/b', 'read-only'), file('/a/c', 'hidden'))).toEqual([
    ...['--tmpfs', '/a'],
    ...['--ro-bind', '/a/b', '/a/b'],
    ...['--remount-ro', '/a'],
  ])
})

test('a folder can be replaced with another one', () => {
  expect(plan(folder('/a', 'writable', '/other'))).toEqual(['--bind', '/other', '/a'])
})
