import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { addFiles, folderWith, skillText } from '../../testing/skill-folders.js'
import { createSkillIndex } from '../find/index.js'
import { createSkillInstaller } from '../install/index.js'
import { createSkillStore } from '../store/index.js'
import { changeSkill } from './change-skill.js'

const { signal } = new AbortController()
const shipped = {
  'git/bisect/SKILL.md': skillText('bisect'),
  'git/bisect/references/a.md': 'A',
  'git/bisect/references/b.md': 'B',
}

async function open() {
  const [home, bundled, quarantine, cacheFolder] = [
    await folderWith(),
    await folderWith(shipped),
    await folderWith(),
    await folderWith(),
  ]
  const store = createSkillStore({ folder: home, now: Date.now })
  const places = [
    { folder: home, origin: 'home' as const },
    { folder: bundled, origin: 'bundled' as const },
  ]
  const index = createSkillIndex({ places, cacheFolder, logger: silentLogger })
  const clone = async () => undefined
  const installer = createSkillInstaller({
    store,
    now: Date.now,
    workingDirectory: home,
    quarantine,
    bundled,
    download: () => Promise.reject(new Error('offline')),
    clone,
  })
  const text = (path: string) => readFile(join(home, 'git/bisect', path), 'utf8')
  return { home, bundled, store, installer, text, bisect: async () => (await index.loadAll()).get('bisect') }
}

test('edits of a bundled skill survive an update, which replaces unedited files', async () => {
  const { bundled, store, installer, text, bisect } = await open()
  const operations = [{ action: 'write_file' as const, file_path: 'references/a.md', file_content: 'mine' }]
  await changeSkill(
    { name: 'bisect', operations, author: { by: 'agent' } },
    { store, current: await bisect(), approve: () => Promise.resolve() },
  )
  await addFiles(bundled, { 'git/bisect/references/a.md': 'A2', 'git/bisect/references/c.md': 'C' })
  await rm(join(bundled, 'git/bisect/references/b.md'))
  await using update = await installer.check('bisect', signal)
  expect(update.files).toEqual({
    taken: ['references/c.md'],
    removed: ['references/b.md'],
    edited: [],
    kept: ['references/a.md'],
  })
  const { ours, theirs } = await update.read('references/a.md')
  expect([String(ours), String(theirs)]).toEqual(['mine', 'A2'])
  await update.apply(false)
  expect([await text('references/a.md'), await text('references/c.md')]).toEqual(['mine', 'C'])
  expect((await bisect())?.origin).toBe('home')
  const { id } = await installer.reset('bisect')
  expect((await bisect())?.origin).toBe('bundled')
  await expect(installer.reset('bisect')).rejects.toMatchObject({ code: 'skill/not-found' })
  await store.undo(id, 'person')
  expect(await text('references/a.md')).toBe('mine')
  expect(await installer.installed()).toMatchObject({ bisect: { source: 'bundled:' } })
})

test('a copy that was made by hand can be reset, but not a skill of the user', async () => {
  const { home, installer, bisect } = await open()
  await addFiles(home, { ...shipped, 'own/SKILL.md': skillText('own') })
  expect((await bisect())?.origin).toBe('home')
  await installer.reset('bisect')
  expect((await bisect())?.origin).toBe('bundled')
  await expect(installer.reset('own')).rejects.toMatchObject({ code: 'skill/not-found' })
})
