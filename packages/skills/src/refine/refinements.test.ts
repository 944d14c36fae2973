import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger, type ToolContext } from '@hermes/core'
import { expect, test } from 'vitest'
import { addFiles, folderWith, skillText } from '../../testing/skill-folders.js'
import { createSkillIndex } from '../find/index.js'
import { createSkillStore } from '../store/index.js'
import { skillManageTool } from '../tools/index.js'
import { createSkillRefinements } from './create-skill-refinements.js'

const call: ToolContext = {
  callId: 'c',
  sessionId: 's',
  taskId: 't',
  signal: new AbortController().signal,
  report: () => undefined,
}
const release = skillText('release', 'Publishes a release.', 'Run npm test.')

async function open() {
  const home = await folderWith({ 'npm/release/SKILL.md': release, 'other/SKILL.md': skillText('other') })
  const places = [
    { folder: home, origin: 'home' as const },
    { folder: await folderWith({ 'git/bisect/SKILL.md': skillText('bisect') }), origin: 'bundled' as const },
  ]
  const index = createSkillIndex({ places, cacheFolder: await folderWith(), logger: silentLogger })
  const lookUp = async (name: string) => (await index.load()).get(name)
  const store = createSkillStore({ folder: home, now: Date.now })
  const refinements = createSkillRefinements({ store, lookUp })
  const tool = skillManageTool({
    store,
    lookUp,
    sourceOf: async () => undefined,
    isAlwaysAsked: false,
    refinements,
    diffOf: async (files) => files.map(({ path }) => path).join(),
  })
  const patch = (name: string, from: string, to: string) =>
    tool.run({ name, action: 'patch', old_string: from, new_string: to }, call)
  return {
    home,
    store,
    refinements,
    tool,
    patch,
    text: (path: string) => readFile(join(home, path, 'SKILL.md'), 'utf8'),
  }
}

test('saves what the agent writes to a refined skill when it is accepted, and can undo it', async () => {
  const { store, refinements, patch, text } = await open()
  await refinements.begin('release')
  expect(await patch('release', 'npm test', 'npm run ci')).toMatchObject({
    content: expect.stringContaining('Not saved yet'),
    display: { diff: 'SKILL.md' },
  })
  await patch('release', 'npm test', 'npm run check')
  await patch('other', 'Do it.', 'Do it well.')
  expect(await text('npm/release')).toBe(release)
  expect(await text('other')).toContain('Do it well.')
  const [file] = (await refinements.changes('release')) ?? []
  expect([String(file?.before), String(file?.after)]).toEqual([release, release.replace('npm test', 'npm run check')])
  const { id } = await refinements.accept('release')
  expect(await text('npm/release')).toContain('npm run check')
  expect(await store.changes()).toMatchObject([
    { skill: 'other' },
    { id, skill: 'release', by: 'agent', sessionId: 's' },
  ])
  await store.undo(id, 'person')
  expect(await text('npm/release')).toBe(release)
  await patch('release', 'npm test', 'npm run ci')
  expect(await text('npm/release')).toContain('npm run ci')
})

test('a rejected proposal changes nothing, and a proposal for a changed skill is not saved', async () => {
  const { home, refinements, patch, text } = await open()
  await refinements.begin('release')
  await expect(refinements.accept('release')).rejects.toMatchObject({ code: 'skill/not-found' })
  await patch('release', 'npm test', 'npm run ci')
  expect(await refinements.reject('release')).toBe(true)
  expect([await refinements.reject('release'), await refinements.list()]).toEqual([false, []])
  await refinements.begin('release')
  await patch('release', 'npm test', 'npm run ci')
  await addFiles(home, { 'npm/release/references/a.md': 'mine' })
  await expect(refinements.accept('release')).rejects.toMatchObject({ code: 'skill/conflict' })
  expect(await text('npm/release')).toBe(release)
  expect(await refinements.list()).toEqual(['release'])
})

test('copies a bundled skill when it is accepted, and neither deletes nor breaks a refined skill', async () => {
  const { refinements, tool, patch, text } = await open()
  await refinements.begin('bisect')
  await patch('bisect', 'Do it.', 'Do it well.')
  await expect(text('git/bisect')).rejects.toMatchObject({ code: 'ENOENT' })
  await refinements.accept('bisect')
  expect(await text('git/bisect')).toContain('Do it well.')
  await refinements.begin('release')
  await expect(tool.run({ name: 'release', action: 'delete' }, call)).rejects.toMatchObject({ code: 'skill/refused' })
  await expect(patch('release', 'name: release', 'name: x')).rejects.toMatchObject({ code: 'skill/invalid' })
  await expect(refinements.begin('../x')).rejects.toMatchObject({ code: 'skill/not-found' })
})
