import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { silentLogger, type ToolContext, type ToolOutput } from '@hermes/core'
import { expect, test } from 'vitest'
import { addFiles, folderWith, skillText } from '../../testing/skill-folders.js'
import { createSkillIndex } from '../find/index.js'
import { createSkillLibrary, type SkillLibraryOptions, type UsableSkill } from '../library/index.js'
import { indexSection } from './index-section.js'
import { skillViewTool } from './skill-view.js'
import { skillsListTool } from './skills-list.js'

const context: ToolContext = {
  callId: 'c',
  sessionId: 's',
  taskId: 't',
  signal: new AbortController().signal,
  report: () => undefined,
}

async function libraryOf(files: Readonly<Record<string, string>>, options: Partial<SkillLibraryOptions> = {}) {
  const home = await folderWith(files)
  const places = [{ folder: home, origin: 'home' as const }]
  const index = createSkillIndex({ places, cacheFolder: await folderWith(), logger: silentLogger })
  const place = { variables: {}, home }
  return { home, library: createSkillLibrary({ index, disabled: new Set(), place, settings: {}, ...options }) }
}

const textOf = (output: ToolOutput) => (typeof output === 'string' ? output : String(output.content))

test('shows a skill with its folder, files, settings and missing setup', async () => {
  const needs =
    'required_environment_variables: [{ name: TOKEN, help: see example.com }]\nmetadata: { hermes: { config: [{ key: branch, default: main }] } }\n'
  const { home, library } = await libraryOf(
    { 'a/SKILL.md': skillText('a', 'Does a.', 'Run {baseDir}/scripts/x.sh', needs), 'a/scripts/x.sh': 'true\n' },
    { settings: { a: { branch: 'dev' } } },
  )
  const view = skillViewTool({ library, originsOf: async () => [] })
  const text = textOf(await view.run({ name: 'a' }, context))
  expect(text).toContain(
    `Folder: ${join(home, 'a')}\nFiles: scripts/x.sh\nSettings: branch = dev\nThe environment variable TOKEN is not set (see example.com).`,
  )
  expect(text).toContain(`Run ${join(home, 'a')}/scripts/x.sh`)
  expect(textOf(await view.run({ name: '/a', file_path: 'scripts/x.sh' }, context))).toBe('true\n')
})

test('never reads outside the folder of a skill', async () => {
  const { home, library } = await libraryOf({ 'a/SKILL.md': skillText('a'), 'secret.txt': 'secret' })
  await symlink('/etc', join(home, 'a', 'etc'))
  await symlink(join(home, 'secret.txt'), join(home, 'a', 'link.md'))
  const view = skillViewTool({ library, originsOf: async () => [] })
  for (const path of ['../secret.txt', 'etc/hostname', '/etc/hostname', 'link.md', 'a/../../secret.txt', '.', 'etc']) {
    await expect(view.run({ name: 'a', file_path: path }, context)).rejects.toMatchObject({ code: 'skill/refused' })
  }
  await expect(view.run({ name: 'a', file_path: 'none.md' }, context)).rejects.toMatchObject({
    code: 'skill/not-found',
  })
  await expect(view.run({ name: 'b' }, context)).rejects.toMatchObject({ code: 'skill/not-found' })
})

test('neither lists nor shows a disabled skill', async () => {
  const { library } = await libraryOf(
    { 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') },
    { disabled: new Set(['a']) },
  )
  expect(textOf(await skillsListTool({ library }).run({}, context))).toBe('- b (home): Does b.')
  const view = skillViewTool({ library, originsOf: async () => [] })
  await expect(view.run({ name: 'a' }, context)).rejects.toMatchObject({ code: 'skill/refused' })
})

test('finds skills by words, the best first', async () => {
  const { library } = await libraryOf({
    'data/csv/SKILL.md': skillText('csv', 'Clean tables.'),
    'web/scrape/SKILL.md': skillText('scrape', 'Save pages as csv tables.'),
    'web/other/SKILL.md': skillText('other'),
  })
  const list = skillsListTool({ library })
  expect(textOf(await list.run({ query: 'CSV table' }, context)).match(/- \w+/g)).toEqual(['- csv', '- scrape'])
  expect(textOf(await list.run({ category: 'web' }, context)).match(/- \w+/g)).toEqual(['- other', '- scrape'])
})

test('the prompt lists skills by category, and only applicable ones', async () => {
  const { library } = await libraryOf({
    'git/bisect/SKILL.md': skillText('bisect', `Find the commit that ${'x'.repeat(100)}`),
    'git/gui/SKILL.md': skillText('gui', 'Windows only.', '', 'platforms: [windows]\n'),
    'git/hand/SKILL.md': skillText('hand', 'By hand.', '', 'disable-model-invocation: true\n'),
    'web/fetch/SKILL.md': skillText('fetch', 'Fetch.', '', 'metadata: { hermes: { fallback_for_toolsets: [web] } }\n'),
    'web/look/SKILL.md': skillText('look', 'Look.', '', 'metadata: { hermes: { requires_toolsets: [web] } }\n'),
  })
  const section = (maxChars: number) => indexSection({ library, platform: 'linux', maxChars }).content
  const prompt = async (tools: readonly string[], toolsets: readonly string[], maxChars = 8_000) => {
    const content = section(maxChars)
    return typeof content === 'string'
      ? content
      : content({ sessionId: 's', source: 'cli', model: 'm', tools, toolsets })
  }
  expect(await prompt(['other'], [])).toBe('')
  const text = await prompt(['skill_view'], ['web'])
  expect(text).toMatch(/\ngit:\n- bisect: Find the commit that x+…\nweb:\n- look: Look\.$/)
  expect(await prompt(['skill_view'], ['terminal'])).toMatch(/\nweb:\n- fetch: Fetch\.$/)
  const hinted = await prompt(['skill_view'], ['web'], 230)
  expect(hinted).toMatch(/\ngit: bisect \(Find the commit\)\nweb: look \(Look\.\)$/)
  const short = await prompt(['skill_view'], ['web'], 180)
  expect(short).toMatch(/\ngit: bisect\nweb: look$/)
  expect(short.length).toBeLessThanOrEqual(180)
})

test('selects skills again only for other tools or after a change', async () => {
  const { home, library } = await libraryOf({
    'web/look/SKILL.md': skillText('look', 'Look.', '', 'metadata: { hermes: { requires_toolsets: [web] } }\n'),
  })
  let reads = 0
  const counted = (entry: UsableSkill): UsableSkill => ({
    ...entry,
    get conditions() {
      reads += 1
      return entry.conditions
    },
  })
  let from = await library.list()
  let list = from.map(counted)
  const counting = {
    ...library,
    async list() {
      const now = await library.list()
      if (now !== from) list = now.map(counted)
      from = now
      return list
    },
  }
  const { content } = indexSection({ library: counting, platform: 'linux', maxChars: 8_000 })
  const prompt = (...toolsets: readonly string[]) =>
    typeof content === 'string'
      ? content
      : content({ sessionId: 's', source: 'cli', model: 'm', tools: ['skill_view'], toolsets })
  expect(await prompt('web')).toContain('- look: Look.')
  expect(await prompt('web')).toContain('- look: Look.')
  expect(reads).toBe(1)
  expect(await prompt('terminal')).toBe('')
  expect(await prompt('web')).toContain('- look: Look.')
  await addFiles(home, { 'web/find/SKILL.md': skillText('find', 'Find.') })
  expect(await prompt('web')).toContain('- find: Find.')
})
