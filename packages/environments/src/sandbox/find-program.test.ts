import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isTrusted } from './find-program.js'

let folder: string
let program: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(homedir(), '.hermes-trust-')))
  program = join(folder, 'bin/program')
  mkdirSync(join(folder, 'bin'), { mode: 0o755 })
  writeFileSync(program, '', { mode: 0o755 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('trusts a program of root or this user in their folders, even through a link', () => {
  symlinkSync(program, join(folder, 'link'))
  expect([program, join(folder, 'link'), '/bin/sh'].map(isTrusted)).toEqual([true, true, true])
})

test.each([
  ['a program that others may write', 'bin/program', 0o757],
  ['one that a group may write', 'bin/program', 0o775],
  ['one in a folder that others may write', 'bin', 0o777],
])('rejects %s', (_, name, mode) => {
  chmodSync(join(folder, name), mode)
  expect(isTrusted(program)).toBe(false)
})

test('rejects a link that others could replace', () => {
  mkdirSync(join(folder, 'open'))
  chmodSync(join(folder, 'open'), 0o777)
  symlinkSync(program, join(folder, 'open/link'))
  expect(isTrusted(join(folder, 'open/link'))).toBe(false)
})

test('rejects folders and missing files', () => {
  expect([folder, join(folder, 'missing')].map(isTrusted)).toEqual([false, false])
})
