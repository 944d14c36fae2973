import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from './code-of.js'
import { isMissing } from './is-missing.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-missing-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('returns true when the file does not exist or when one of its folders is a file', async () => {
  expect(isMissing(await errorOf(readFile(join(folder, 'nothing'))))).toBe(true)
  expect(isMissing(await errorOf(stat(join(folder, 'file', 'below'))))).toBe(true)
  expect(isMissing(await errorOf(readFile(folder)))).toBe(false)
})

test('listing a file fails with a different code than listing a missing folder', async () => {
  expect(codeOf(await errorOf(readdir(join(folder, 'nothing'))))).toBe('ENOENT')
  expect(codeOf(await errorOf(readdir(join(folder, 'file'))))).toBe('ENOTDIR')
})

test.each([undefined, 'ENOENT', new Error('ENOENT'), { code: 'ENOENT' }, Object.assign(new Error(''), { code: 2 })])(
  'returns no code for %j',
  (error) => {
    expect(codeOf(error)).toBeUndefined()
    expect(isMissing(error)).toBe(false)
  },
)
