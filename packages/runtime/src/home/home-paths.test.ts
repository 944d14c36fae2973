import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { ConfigError } from '@hermes/core'
import { afterEach, expect, test, vi } from 'vitest'
import { modeOf, tempFolder } from '../../testing/temp-home.js'
import { ensureHome, homePaths, resolveHome } from './home-paths.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

const variables = { HOME: '/home/dev', USERPROFILE: '/home/dev' }

test('uses HERMES_HOME, or ~/.hermes by default', () => {
  expect(resolveHome({ ...variables, HERMES_HOME: '/srv/hermes' }).config).toBe('/srv/hermes/config.yaml')
  expect(resolveHome({ ...variables, HERMES_HOME: '~/agent' }).home).toBe('/home/dev/agent')
  expect(resolveHome({ ...variables, HERMES_HOME: '' }).home).toBe('/home/dev/.hermes')
})

test('is absolute for a relative or empty HOME', () => {
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, '')
  expect(resolveHome({ HOME: 'dev', USERPROFILE: 'dev' }).home).toBe(resolve('dev/.hermes'))
  expect(resolveHome({ HOME: '', USERPROFILE: '' }).home).toBe(join(userInfo().homedir, '.hermes'))
})

test('resolves a profile from the root and from a sibling', () => {
  expect(resolveHome(variables, { profile: 'work' }).state).toBe('/home/dev/.hermes/profiles/work/state.db')
  const inside = { ...variables, HERMES_HOME: '/home/dev/.hermes/profiles/work' }
  expect(resolveHome(inside).home).toBe('/home/dev/.hermes/profiles/work')
  expect(resolveHome(inside, { profile: 'play' }).home).toBe('/home/dev/.hermes/profiles/play')
  expect(resolveHome(inside, { profile: 'default' }).home).toBe('/home/dev/.hermes')
})

test.each(['../outside', 'a/b', '', '.', 'Work', '-x', 'x'.repeat(65)])('rejects %j as a profile', (profile) => {
  expect(() => resolveHome(variables, { profile })).toThrow(ConfigError)
})

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
