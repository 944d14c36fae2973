import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resolvePath } from './resolve-path.js'

/** Creates `real/file`, links to `real` and to a missing file, and a cycle. */
async function tree(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'hermes-resolve-')))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'real/inner'), { recursive: true })
  await writeFile(join(root, 'real/file'), '')
  await symlink('real', join(root, 'link'))
  await symlink('real/inner', join(root, 'deep'))
  await symlink('real/later', join(root, 'dangling'))
  await symlink(join(root, 'nowhere/later'), join(root, 'lost'))
  await symlink('cycle', join(root, 'cycle'))
  return root
}

test.each([
  ['link/file', 'real/file'],
  ['link/missing', 'real/missing'],
  ['link/missing/below/it', 'real/missing/below/it'],
  ['real/file/below', 'real/file/below'],
  ['dangling', 'real/later'],
  ['dangling/below', 'real/later/below'],
  ['lost', 'nowhere/later'],
  ['lost/below', 'nowhere/later/below'],
  ['deep/../missing', 'real/missing'],
  ['deep/./missing//below/', 'real/inner/missing/below'],
  ['missing/../link/missing', 'real/missing'],
  ['.hidden/..below', '.hidden/..below'],
])('resolves %s to %s', async (path, target) => {
  const root = await tree()
  expect(await resolvePath(`${root}/${path}`)).toBe(join(root, target))
})

test.each(['cycle', 'cycle/below', 'cycle/below/it'])('refuses %s, a cycle of links', async (path) => {
  await expect(resolvePath(join(await tree(), path))).rejects.toThrow('ELOOP')
})

test('resolves missing paths in the root folder', async () => {
  expect(await resolvePath('/hermes-does-not-exist')).toBe('/hermes-does-not-exist')
  expect(await resolvePath('/')).toBe('/')
})
