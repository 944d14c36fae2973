import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { modeOf, tempFolder } from '../../testing/temp-home.js'
import { ensureHome, homePaths, resolveHome } from './home-paths.js'

const variables = { HOME: '/home/dev', USERPROFILE: '/home/dev' }

test('HERMES_HOME decides, and ~/.hermes stands in for it', () => {
  expect(resolveHome({ ...variables, HERMES_HOME: '/srv/hermes' }).config).toBe('/srv/hermes/config.yaml')
  expect(resolveHome({ ...variables, HERMES_HOME: '~/agent' }).home).toBe('/home/dev/agent')
  expect(resolveHome({ ...variables, HERMES_HOME: '' }).home).toBe('/home/dev/.hermes')
})

test('a profile is a whole home, found from the root and from a sibling', () => {
  expect(resolveHome(variables, { profile: 'work' }).state).toBe('/home/dev/.hermes/profiles/work/state.db')
  const inside = { ...variables, HERMES_HOME: '/home/dev/.hermes/profiles/work' }
  expect(resolveHome(inside).home).toBe('/home/dev/.hermes/profiles/work')
  expect(resolveHome(inside, { profile: 'play' }).home).toBe('/home/dev/.hermes/profiles/play')
  expect(resolveHome(inside, { profile: 'default' }).home).toBe('/home/dev/.hermes')
})

test.each(['../outside', 'a/b', '', '.', 'Work', '-x', 'x'.repeat(65)])('%j is refused as a profile', (profile) => {
  expect(() => resolveHome(variables, { profile })).toThrow(ConfigError)
})

test('the folders of a home are made for their owner only, and again without harm', async () => {
  const paths = homePaths(join(await tempFolder(), 'deep', 'home'))
  await ensureHome(paths)
  await ensureHome(paths)
  for (const folder of [paths.home, paths.logs, paths.cache]) expect(await modeOf(folder)).toBe(0o700)
})

test('a home that is no folder is one sentence that names it', async () => {
  const file = join(await tempFolder(), 'file')
  await writeFile(file, '')
  await expect(ensureHome(homePaths(file))).rejects.toThrow(`The home folder ${file} cannot be used`)
})

test('a home where no folder can be made is refused at once', async () => {
  await expect(ensureHome(homePaths('/proc/hermes/home'))).rejects.toThrow(ConfigError)
})
