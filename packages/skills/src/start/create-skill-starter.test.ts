import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { addFiles, folderWith, skillText } from '../../testing/skill-folders.js'
import { createSkillIndex } from '../find/index.js'
import { createSkillLibrary } from '../library/index.js'
import { createSkillStarter } from './create-skill-starter.js'

async function open(files: Readonly<Record<string, string>>) {
  const home = await folderWith(files)
  const places = [{ folder: join(home, 'skills'), origin: 'home' as const }]
  const index = createSkillIndex({ places, cacheFolder: await folderWith(), logger: silentLogger })
  const library = createSkillLibrary({ index, disabled: new Set(), place: { variables: {}, home }, settings: {} })
  const told: string[] = []
  const logger = { log: (_: string, line: string) => void told.push(line) }
  return { home, told, starter: createSkillStarter({ library, bundleFolder: join(home, 'skill-bundles'), logger }) }
}

test('puts the text of several skills before the request of the person', async () => {
  const { starter } = await open({
    'skills/a/SKILL.md': skillText('a', 'Does a.', 'Do a.'),
    'skills/b/SKILL.md': skillText('b', 'Does b.', 'Do b.'),
  })
  const text = await starter.message(['a', 'b'], ' publish 1.2 ', 'Be quick.')
  expect(text).toMatch(/Do a\.[\s\S]*Do b\.[\s\S]*\n\nBe quick\.\n\npublish 1\.2$/)
  expect(await starter.message(['a'], '')).toMatch(/Follow the instructions above\.$/)
  await expect(starter.message(['none'], '')).rejects.toMatchObject({ code: 'skill/not-found' })
})

test('lists the skills for people and the bundles, and reports invalid files', async () => {
  const { home, told, starter } = await open({
    'skills/a/SKILL.md': skillText('a'),
    'skills/b/SKILL.md': skillText('b', 'For the model.', 'x', 'user-invocable: false\n'),
    'skill-bundles/Ship It.yaml': 'description: Ships.\nskills: [a, b]\ninstructions: Be quick.\n',
    'skill-bundles/empty.yaml': 'skills: []\n',
    'skill-bundles/broken.yml': 'skills: [a\n',
    'skill-bundles/notes.txt': 'skills: [a]\n',
  })
  expect(starter.skills()).toEqual([])
  await starter.refresh()
  await starter.refresh()
  expect(starter.skills().map(({ name }) => name)).toEqual(['a'])
  expect(starter.bundles()).toEqual([
    { name: 'ship-it', description: 'Ships.', skills: ['a', 'b'], instructions: 'Be quick.' },
  ])
  expect(told).toHaveLength(2)
  await addFiles(home, { 'skills/c/SKILL.md': skillText('c') })
  await starter.refresh()
  expect(starter.skills().map(({ name }) => name)).toEqual(['a', 'c'])
})
