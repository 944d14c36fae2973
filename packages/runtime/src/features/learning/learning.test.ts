import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryStore, type SlashCommandContext } from '@hermes/core'
import { createSkillStore } from '@hermes/skills'
import { expect, test } from 'vitest'
import { tempHome } from '../../../testing/temp-home.js'
import { configSchema } from '../../schema/config-schema.js'
import { openMemory } from '../memory/open-memory.js'
import { journeyCommand } from './journey-command.js'
import { learnCommand } from './learn-command.js'
import { openJourney } from './open-journey.js'

const context: SlashCommandContext = {
  sessionId: 's',
  person: { id: 'local', role: 'admin' },
  signal: new AbortController().signal,
  report: () => undefined,
}

async function setUp() {
  const paths = await tempHome()
  const store = createMemoryStore()
  const { memory: settings } = configSchema.parse({})
  const { writes, files } = openMemory({ settings, paths, store })
  const skills = createSkillStore({ folder: join(paths.home, 'skills'), now: Date.now })
  const learn = async (content: string, person?: string) => {
    await writes.write({ target: 'user', edits: [{ action: 'add', content }], by: 'review', person })
  }
  const saveSkill = (text: string) =>
    skills.change({ action: 'create', path: 'release', by: 'agent' }, async (folder) => {
      await writeFile(join(folder, 'SKILL.md'), text)
    })
  const open = (person?: string) => openJourney({ settings, paths, store, person })
  const command = journeyCommand(async () => open())
  return {
    skill: join(skills.folder, 'release', 'SKILL.md'),
    skills,
    known: async () => (await files.of(undefined).user.read()).entries,
    learn,
    saveSkill,
    open,
    run: async (args: string) => JSON.stringify(await command.run(args, context)),
    newest: async (kind: string) => (await open().entries()).find((entry) => entry.kind === kind)?.id ?? '',
  }
}

test('shows memories and skills in one list, and edits, deletes and undoes them', async () => {
  const { run, learn, saveSkill, newest, known, skill } = await setUp()
  expect(await run('')).toContain('Nothing was learned yet.')
  await learn('Lives in Utrecht.')
  await saveSkill('how to release')
  const shown = await run('')
  expect(shown).toContain('+ Lives in Utrecht.')
  expect(shown).toContain('create release')
  expect(shown).toMatch(/\d{4}-\d\d-\d\d ▇{20} 2/)
  await run(`edit ${await newest('user')} Lives in  Oslo.`)
  expect(await known()).toEqual(['Lives in  Oslo.'])
  await run(`delete ${await newest('user')}`)
  expect(await known()).toEqual([])
  await run(`undo ${await newest('user')}`)
  expect(await known()).toEqual(['Lives in  Oslo.'])
  await run(`delete ${await newest('skill')}`)
  await expect(readFile(skill)).rejects.toMatchObject({ code: 'ENOENT' })
  await run(`undo ${await newest('skill')}`)
  expect(await readFile(skill, 'utf8')).toBe('how to release')
  expect(await run('all')).toContain('agent')
  expect(await run('forget x')).toContain('Usage: /journey')
})

test('rejects changes that are not possible', async () => {
  const { run, saveSkill, newest } = await setUp()
  await expect(run('undo nothing')).rejects.toMatchObject({ code: 'memory/unknown' })
  await saveSkill('how to release')
  const id = await newest('skill')
  await expect(run(`edit ${id} other text`)).rejects.toMatchObject({ code: 'memory/invalid' })
  await run(`delete ${id}`)
  await expect(run(`delete ${id}`)).rejects.toMatchObject({ code: 'skill/not-found' })
})

test('shows a person of the gateway what was learned about them, and nothing about the owner', async () => {
  const { learn, saveSkill, open } = await setUp()
  await learn('Lives in Utrecht.')
  await learn('Lives in Bergen.', 'ada')
  await saveSkill('how to release')
  expect((await open('ada').entries()).map(({ text }) => text)).toEqual(['+ Lives in Bergen.'])
  const [ofOwner] = await open().entries()
  await expect(open('ada').remove(ofOwner?.id ?? '')).rejects.toMatchObject({ code: 'memory/unknown' })
})

test('asks the agent to learn', async () => {
  expect(await learnCommand.run('', context)).toMatchObject({
    type: 'message',
    content: expect.stringContaining('Learn from this conversation'),
  })
  expect(await learnCommand.run(' https://example.com/a ', context)).toMatchObject({
    content: expect.stringMatching(/^Learn from this: https:\/\/example\.com\/a\n/),
  })
})
