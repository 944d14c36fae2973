import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resolveHome } from './home-paths.js'
import { createProfile, listProfiles, profileOf, requireProfile } from './profiles.js'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-profiles-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const pathsOf = (profile?: string) => resolveHome({ HERMES_HOME: home }, profile === undefined ? {} : { profile })

test('lists a created profile from the home and from its siblings', async () => {
  await createProfile(pathsOf('work'))
  await createProfile(pathsOf('home'))
  expect(await listProfiles(pathsOf())).toEqual(['default', 'home', 'work'])
  expect(await listProfiles(pathsOf('work'))).toEqual(['default', 'home', 'work'])
  expect(profileOf(pathsOf('work'))).toBe('work')
  await expect(requireProfile(pathsOf('work'))).resolves.toBeUndefined()
})

test('rejects an unknown profile and suggests the most similar one', async () => {
  await createProfile(pathsOf('work'))
  await expect(requireProfile(pathsOf('wrok'))).rejects.toThrow('There is no profile "wrok". Did you mean "work"?')
  await expect(requireProfile(pathsOf('private'))).rejects.toThrow('There are: default, work.')
})

test('accepts the home itself without creation', async () => {
  await expect(requireProfile(pathsOf())).resolves.toBeUndefined()
})

test('creates a profile once', async () => {
  await createProfile(pathsOf('work'))
  await expect(createProfile(pathsOf('work'))).rejects.toMatchObject({ code: 'config/invalid' })
})
