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

test('what can only be read as it is needs no mount', () => {
  expect(plan(folder('/a', 'read-only'))).toEqual([])
})

test('the longest path counts, in whichever order they are named', () => {
  expect(plan(folder('/a/b', 'read-only'), folder('/a', 'writable'))).toEqual([
    ...['--bind', '/a', '/a'],
    ...['--ro-bind', '/a/b', '/a/b'],
  ])
})

test('of equal paths the strictest counts', () => {
  expect(plan(folder('/a', 'writable'), folder('/a', 'hidden'))).toEqual(['--tmpfs', '/a', '--remount-ro', '/a'])
})

test('folders on the way to what is protected are held in their places', () => {
  expect(plan(folder('/a', 'writable'), file('/a/b/c/d', 'hidden'))).toEqual([
    ...['--bind', '/a', '/a'],
    ...['--bind', '/a/b', '/a/b'],
    ...['--bind', '/a/b/c', '/a/b/c'],
    ...['--ro-bind', '/empty', '/a/b/c/d'],
  ])
})

test('a part of a hidden folder can be shown, and its places are made before the folder is closed', () => {
  expect(plan(folder('/a', 'hidden'), folder('/a/b', 'read-only'), file('/a/c', 'hidden'))).toEqual([
    ...['--tmpfs', '/a'],
    ...['--ro-bind', '/a/b', '/a/b'],
    ...['--remount-ro', '/a'],
  ])
})

test('another folder can stand in for one', () => {
  expect(plan(folder('/a', 'writable', '/other'))).toEqual(['--bind', '/other', '/a'])
})
