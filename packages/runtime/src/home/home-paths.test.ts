import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { ConfigError } from '@hermes/core'
import { afterEach, expect, test, vi } from 'vitest'
import { resolveHome } from './home-paths.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

const variables = { HOME: '/home/dev', USERPROFILE: '/home/dev' }

test('uses HERMES_HOME, or ~/.hermes by default', () => {
  expect(resolveHome({ ...variables, HERMES_HOME: '/srv/hermes' }).config).toBe('/srv/hermes/config.yaml')
  expect(resolveHome({ ...variables, HERMES_HOME: '~/agent' }).home).toBe('/home/dev/agent')
  expect(resolveHome({ ...variables, HERMES_HOME: '' }).home).toBe('/home/dev/.hermes')
})

test('returns an absolute home for a relative or empty HOME', () => {
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
