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

test('is made in the home for its owner alone', () => {
  expect(privateFolder(home, below)).toBe(join(home, 'cache/compile'))
  expect(lstatSync(join(home, 'cache/compile')).mode & 0o777).toBe(0o700)
  expect(privateFolder(home, below)).toBe(join(home, 'cache/compile'))
})

test('a home that is a link is used where it leads', () => {
  symlinkSync('home', join(root, 'link'))
  expect(privateFolder(join(root, 'link'), below)).toBe(join(home, 'cache/compile'))
})

test('there is none before there is a home, and the home is not made for it', () => {
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
])('there is none where others may write to %s', (_, prepare) => {
  prepare()
  expect(privateFolder(home, below)).toBeUndefined()
})

function open(name: string) {
  mkdirSync(join(home, name), { recursive: true })
  chmodSync(join(home, name), 0o777)
}

test.each(below)('there is none where a link stands for "%s"', (name) => {
  mkdirSync(join(root, 'other'))
  mkdirSync(join(home, 'cache'))
  if (name === 'cache') rmSync(join(home, 'cache'), { recursive: true })
  symlinkSync(join(root, 'other'), join(home, name === 'cache' ? 'cache' : 'cache/compile'))
  expect(privateFolder(home, below)).toBeUndefined()
})

test.runIf(process.getuid?.() === 0)("there is none in a folder that is somebody else's", () => {
  mkdirSync(join(home, 'cache'))
  chownSync(join(home, 'cache'), 65_534, 65_534)
  expect(privateFolder(home, below)).toBeUndefined()
})
