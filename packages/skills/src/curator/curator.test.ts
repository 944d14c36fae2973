import { silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { addFiles, folderWith, skillText } from '../../testing/skill-folders.js'
import { createSkillIndex } from '../find/index.js'
import { createSkillStore } from '../store/index.js'
import { changeSkill } from '../write/index.js'
import { createCurator } from './create-curator.js'
import { suggestMerges } from './suggest-merges.js'
import { readUses, recordUse } from './uses.js'

const day = 86_400_000

async function open(pinned: readonly string[] = []) {
  const [home, cacheFolder] = [await folderWith(), await folderWith()]
  const clock = { now: Date.now() }
  const now = () => clock.now
  const store = createSkillStore({ folder: home, now })
  const index = createSkillIndex({ places: [{ folder: home, origin: 'home' }], cacheFolder, logger: silentLogger })
  const skills = async () => (await index.loadAll()).list
  const curator = createCurator({ store, skills, now, pinned, staleAfterDays: 14, archiveAfterDays: 30 })
  for (const name of ['fresh', 'old', 'pinned']) {
    const operations = [{ action: 'create' as const, content: skillText(name) }]
    const author = { by: 'agent' as const }
    await changeSkill({ name, operations, author }, { store, current: undefined, approve: () => Promise.resolve() })
  }
  await addFiles(home, { 'mine/SKILL.md': skillText('mine') })
  const names = async () => (await skills()).map(({ name }) => name)
  return { home, clock, store, curator, names }
}

test('archives skills that the agent wrote and nobody uses, and restores them', async () => {
  const { home, clock, store, curator, names } = await open(['pinned'])
  clock.now += 20 * day
  await recordUse(home, 'fresh', clock.now)
  expect((await curator.review()).map(({ name, state, kept, uses }) => [name, state, kept, uses])).toEqual([
    ['fresh', 'active', undefined, 1],
    ['mine', 'stale', 'yours', 0],
    ['old', 'stale', undefined, 0],
    ['pinned', 'stale', 'pinned', 0],
  ])
  expect(await curator.run()).toEqual([])
  clock.now += 11 * day
  expect(await curator.run()).toMatchObject([{ skill: 'old', action: 'archive', by: 'curator' }])
  expect(await names()).toEqual(['fresh', 'mine', 'pinned'])
  expect(await curator.archived()).toMatchObject([{ skill: 'old' }])
  await curator.restore('old')
  expect(await names()).toContain('old')
  // Restoring a skill counts as a use.
  expect(await curator.run()).toEqual([])
  await expect(curator.restore('old')).rejects.toMatchObject({ code: 'skill/not-found' })
  await curator.archive('mine')
  await curator.undo()
  expect(await names()).toContain('mine')
  expect(await curator.undo()).toBeUndefined()
  expect((await store.changes()).slice(3).map(({ action, by }) => `${action} ${by}`)).toEqual([
    'archive curator',
    'undo person',
    'archive person',
    'undo person',
  ])
})

test('counts the uses of two processes, and tolerates a line that a crash has cut', async () => {
  const { home } = await open()
  await Promise.all(Array.from({ length: 40 }, (_, at) => recordUse(home, 'a', at)))
  await addFiles(home, {
    '.hermes/uses.jsonl': `{"name":"a","count":5000,"lastAtMs":9}\n${'{"name":"b","co\n'.repeat(20_000)}`,
  })
  await recordUse(home, 'a', 10)
  const expected = new Map([['a', { count: 5_001, lastAtMs: 10 }]])
  expect(await readUses(home)).toEqual(expected)
  expect(await readUses(home)).toEqual(expected)
})

test('suggests skills that seem to be about the same, the most alike first', () => {
  const skills = [
    { name: 'release', description: 'Publish a release to npm and write its notes.' },
    { name: 'npm-release', description: 'Write notes and publish releases to npm.' },
    { name: 'publish', description: 'Publish the release to npm, write the notes, tag it.' },
    { name: 'bisect', description: 'Find the commit that broke a test.' },
    { name: 'x', description: '' },
  ]
  const suggestions = suggestMerges(skills)
  expect(suggestions[0]).toEqual({
    names: ['npm-release', 'release'],
    likeness: 1,
    shared: ['note', 'npm', 'publish', 'release', 'write'],
  })
  expect(suggestions.map(({ names }) => names.join()).toSorted()).toEqual([
    'npm-release,publish',
    'npm-release,release',
    'publish,release',
  ])
})
