import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOptional } from './read-optional.js'

test('returns undefined only for a missing file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-optional-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), 'text')
  expect(await readOptional(join(folder, 'file'))).toBe('text')
  expect(await readOptional(join(folder, 'missing'))).toBeUndefined()
  expect(await readOptional(join(folder, 'missing/file'))).toBeUndefined()
  expect(await readOptional(join(folder, 'file/below'))).toBeUndefined()
  await expect(readOptional(folder)).rejects.toThrow('EISDIR')
})
