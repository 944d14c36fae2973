import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeWrappers, writeWrapper } from './wrapper-script.js'

let HOME: string
beforeEach(async () => {
  HOME = await mkdtemp(join(tmpdir(), 'hermes-wrapper-'))
})
afterEach(() => rm(HOME, { recursive: true }))

test('writes a program that starts the profile, and removes only its own programs', async () => {
  const path = await writeWrapper({ HOME }, 'hw', 'work')
  expect(path).toBe(join(HOME, '.local', 'bin', 'hw'))
  expect((await stat(path)).mode & 0o111).toBe(0o111)
  expect(await readFile(path, 'utf8')).toContain('exec hermes -p work "$@"')
  await writeFile(join(HOME, '.local', 'bin', 'mine'), '#!/bin/sh\nexec hermes -p work "$@"\n')
  await writeWrapper({ HOME }, 'other', 'other')
  expect(await removeWrappers({ HOME }, 'work')).toEqual(['hw'])
  await expect(writeWrapper({ HOME }, 'mine', 'work')).rejects.toThrow('is another program')
  await expect(writeWrapper({ HOME }, '../evil', 'work')).rejects.toThrow('is not a name for a command')
})
