import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { npmRegistry } from './npm-registry.js'

test('returns the registry that npm is configured to use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-npm-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'npmrc'), 'registry=http://127.0.0.1:4873/\n')
  const env = { PATH: process.env.PATH, HOME: folder, npm_config_userconfig: join(folder, 'npmrc') }
  expect(await npmRegistry(env, folder)).toBe('http://127.0.0.1:4873/')
})

test('explains what to do without npm', async () => {
  await expect(npmRegistry({ PATH: '/nonexistent' }, '/')).rejects.toThrow(
    'npm could not be asked for its registry: set installed_plugins.registry.',
  )
})
