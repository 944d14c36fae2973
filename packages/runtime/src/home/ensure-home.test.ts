import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { modeOf, tempFolder } from '../../testing/temp-home.js'
import { ensureHome } from './ensure-home.js'
import { homePaths } from './home-paths.js'

test('creates the folders of a home for their owner only, idempotently', async () => {
  const paths = homePaths(join(await tempFolder(), 'deep', 'home'))
  await ensureHome(paths)
  await ensureHome(paths)
  for (const folder of [paths.home, paths.logs, paths.cache]) expect(await modeOf(folder)).toBe(0o700)
})

test('names a home that is not a folder', async () => {
  const file = join(await tempFolder(), 'file')
  await writeFile(file, '')
  await expect(ensureHome(homePaths(file))).rejects.toThrow(`The home folder ${file} cannot be used`)
})

test('names a folder of a home that cannot be used', async () => {
  const paths = homePaths(await tempFolder())
  await writeFile(paths.cache, '')
  await expect(ensureHome(paths)).rejects.toThrow(`The folder ${paths.cache} cannot be used`)
})

test('rejects a home in which no folder can be created', async () => {
  await expect(ensureHome(homePaths('/proc/hermes/home'))).rejects.toThrow(ConfigError)
})
