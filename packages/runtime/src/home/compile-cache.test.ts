import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { privateFolder } from './compile-cache.js'

let root: string
let home: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-compile-')))
  home = join(root, 'home')
  mkdirSync(home, { mode: 0o700 })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const below = ['cache', 'compile']

test('is created in the home for its owner only', () => {
  expect(privateFolder(home, below)).toBe(join(home, 'cache/compile'))
  expect(lstatSync(join(home, 'cache/compile')).mode & 0o777).toBe(0o700)
  expect(privateFolder(home, below)).toBe(join(home, 'cache/compile'))
})

test('follows a home that is a symbolic link', () => {
  symlinkSync('home', join(root, 'link'))
  expect(privateFolder(join(root, 'link'), below)).toBe(join(home, 'cache/compile'))
})

test('is not created before the home exists', () => {
  expect(privateFolder(join(root, 'missing'), below)).toBeUndefined()
  expect(existsSync(join(root, 'missing'))).toBe(false)
  expect(privateFolder('relative', below)).toBeUndefined()
})

test.each([
  ['the home', () => chmodSync(home, 0o777)],
  ['the home, for a group', () => chmodSync(home, 0o770)],
  ['the folder above the home', () => chmodSync(root, 0o777)],
  ['the folder itself', () => open('cache/compile')],
  ['the one above it', () => open('cache')],
])('is not created when others may write to %s', (_, prepare) => {
  prepare()
  expect(privateFolder(home, below)).toBeUndefined()
})

function open(name: string) {
  mkdirSync(join(home, name), { recursive: true })
  chmodSync(join(home, name), 0o777)
}

test.each(below)('is not created when "%s" is a symbolic link', (name) => {
  mkdirSync(join(root, 'other'))
  mkdirSync(join(home, 'cache'))
  if (name === 'cache') rmSync(join(home, 'cache'), { recursive: true })
  symlinkSync(join(root, 'other'), join(home, name === 'cache' ? 'cache' : 'cache/compile'))
  expect(privateFolder(home, below)).toBeUndefined()
})

test.runIf(process.getuid?.() === 0)('is not created in a folder of another user', () => {
  mkdirSync(join(home, 'cache'))
  chownSync(join(home, 'cache'), 65_534, 65_534)
  expect(privateFolder(home, below)).toBeUndefined()
})
