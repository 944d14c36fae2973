import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addFiles, folderWith } from '../../testing/skill-folders.js'
import { createSkillStore } from './create-skill-store.js'

async function open(files: Readonly<Record<string, string>> = {}) {
  const folder = await folderWith(files)
  let time = 0
  const store = createSkillStore({ folder, now: () => (time += 1_000) })
  const text = async (path: string) => readFile(join(folder, path), 'utf8').catch(() => undefined)
  return { folder, store, text }
}

const write = (text: string) => async (folder: string) => writeFile(join(folder, 'SKILL.md'), text)
const byPerson = { by: 'person' } as const

test('records every change in the ledger and can undo it, even an undo', async () => {
  const { store, text } = await open()
  const created = await store.change({ action: 'create', path: 'git/a', ...byPerson }, write('one'))
  const edited = await store.change({ action: 'edit', path: 'git/a', by: 'agent', sessionId: 's' }, write('two'))
  expect(await text('git/a/SKILL.md')).toBe('two')
  const undone = await store.undo(edited.id, 'person')
  expect(await text('git/a/SKILL.md')).toBe('one')
  await store.undo(undone.id, 'person')
  expect(await text('git/a/SKILL.md')).toBe('two')
  const removed = await store.remove({ action: 'delete', path: 'git/a', ...byPerson })
  expect(await text('git/a/SKILL.md')).toBeUndefined()
  await store.undo(removed.id, 'person')
  expect(await text('git/a/SKILL.md')).toBe('two')
  expect((await store.changes()).map(({ action, by }) => `${action} ${by}`)).toEqual([
    'create person',
    'edit agent',
    'undo person',
    'undo person',
    'delete person',
    'undo person',
  ])
  await expect(store.undo(created.id, 'person')).rejects.toMatchObject({ code: 'skill/conflict' })
})

test('a change that fails or conflicts with another leaves the skill unchanged', async () => {
  const { folder, store, text } = await open({ 'a/SKILL.md': 'one' })
  const failing = async (staging: string) => {
    await write('two')(staging)
    throw new Error('no')
  }
  await expect(store.change({ action: 'edit', path: 'a', ...byPerson }, failing)).rejects.toThrow('no')
  const late = async (staging: string) => {
    await write('two')(staging)
    await addFiles(folder, { 'a/SKILL.md': 'someone else' })
  }
  await expect(store.change({ action: 'edit', path: 'a', ...byPerson }, late)).rejects.toMatchObject({
    code: 'skill/conflict',
  })
  expect(await text('a/SKILL.md')).toBe('someone else')
  expect(await store.changes()).toEqual([])
})

test('the next change completes one that a crash interrupted', async () => {
  const { folder, store, text } = await open({ 'a/SKILL.md': 'one' })
  const own = join(folder, '.hermes')
  for (const name of ['pending', 'history', 'staging/x']) await mkdir(join(own, name), { recursive: true })
  await writeFile(join(own, 'staging/x/SKILL.md'), 'two')
  await writeFile(join(own, 'pending/x.json'), JSON.stringify({ id: 'x', path: 'a', hasNew: true }))
  await rename(join(folder, 'a'), join(own, 'history/x'))
  expect(await text('a/SKILL.md')).toBeUndefined()
  await store.change({ action: 'create', path: 'b', ...byPerson }, write('b'))
  expect(await text('a/SKILL.md')).toBe('two')
})
