import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type JsonObject, type PromptContext, silentLogger, type ToolContext } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { createScan, type Scan } from '@hermes/safety/scan'
import { readUses } from '@hermes/skills'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { configSchema } from '../../schema/config-schema.js'
import { createSkillShelf } from '../../services/skill-shelf.js'
import { createSkills } from './create.js'

interface World {
  /** The files of the home, and of its folder `work`. */
  readonly files: Readonly<Record<string, string>>
  readonly settings?: object
  readonly source?: string
  readonly scan?: Scan
  readonly now?: () => number
  readonly tell?: (line: string) => void
}

const skill = (name: string, description: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`
const call: ToolContext = {
  callId: 'c',
  sessionId: 's',
  taskId: 't',
  signal: new AbortController().signal,
  report: () => undefined,
}

async function open({ files, settings = {}, source = 'cli', scan = createScan(), now = Date.now, tell }: World) {
  const paths = await tempHome()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(paths.home, path)), { recursive: true })
    await writeFile(join(paths.home, path), text)
  }
  const workingDirectory = join(paths.home, 'work', 'inner')
  await mkdir(workingDirectory, { recursive: true })
  const environment = createLocalEnvironment({ workingDirectory, variables: { PATH: process.env.PATH } })
  onTestFinished(() => environment[Symbol.asyncDispose]())
  const feature = await createSkills({
    settings: configSchema.parse({ skills: settings }).skills,
    paths,
    environment,
    variables: {},
    surface: { source, ...(tell && { tell }) },
    logger: silentLogger,
    now,
    scan,
    bundledSkills: join(paths.home, 'bundled'),
    skillShelf: createSkillShelf(),
  })
  const context: PromptContext = { sessionId: 's', source, model: 'm', tools: ['skill_view'] }
  const toolOf = (tool: string) => feature?.tools?.find(({ name }) => name === tool)
  const refine = feature?.commands?.find(({ name }) => name === 'refine')
  return {
    home: paths.home,
    startSession: () => feature?.hooks?.on_session_start?.({ sessionId: 's', source }),
    async names() {
      const [section] = feature?.promptSections ?? []
      const text = typeof section?.content === 'function' ? await section.content(context) : ''
      return [...text.matchAll(/^- (.*)$/gm)].map(([, line]) => line)
    },
    view: async (name: string) => String((await toolOf('skill_view')?.run({ name }, call)) ?? ''),
    write: async (args: JsonObject) => toolOf('skill_manage')?.run(args, call),
    run: async (args: string) => refine?.run(args, call),
  }
}

test('prefers skills of the project to those of the home, bundled ones and other folders, in this order', async () => {
  const files = {
    'work/.git/HEAD': '',
    'work/.hermes/skills/a/SKILL.md': skill('a', 'project'),
    'skills/x/a/SKILL.md': skill('a', 'home'),
    'skills/x/b/SKILL.md': skill('b', 'home'),
    'bundled/x/b/SKILL.md': skill('b', 'bundled'),
    'bundled/x/c/SKILL.md': skill('c', 'bundled'),
    'more/c/SKILL.md': skill('c', 'external'),
    'more/d/SKILL.md': skill('d', 'external'),
  }
  const world = await open({ files, settings: { external_dirs: ['more'], trusted_project_dirs: ['work'] } })
  expect(await world.names()).toEqual(['a [project]: project', 'd: external', 'b: home', 'c: bundled'])
})

test('requires trust for skills of a project, also through links', async () => {
  const files = { 'work/.git/HEAD': '', 'work/.agents/skills/a/SKILL.md': skill('a', 'project') }
  expect(await (await open({ files })).names()).toEqual([])
  const elsewhere = await tempFolder()
  await mkdir(join(elsewhere, 'evil'), { recursive: true })
  await writeFile(join(elsewhere, 'evil', 'SKILL.md'), skill('evil', 'project'))
  const trusted = await open({ files, settings: { trusted_project_dirs: ['work'] } })
  expect(await trusted.names()).toEqual(['a [project]: project'])
  await rm(join(trusted.home, 'work', '.agents', 'skills'), { recursive: true })
  await symlink(elsewhere, join(trusted.home, 'work', '.agents', 'skills'))
  expect(await trusted.names()).toEqual([])
})

test('switches skills off by settings, everywhere or on one surface', async () => {
  const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`skills/${name}/SKILL.md`, skill(name, 'Does it.')]))
  const settings = { disabled: ['a'], platform_disabled: { telegram: ['b'] } }
  expect(await (await open({ files, settings })).names()).toEqual(['b: Does it.', 'c: Does it.'])
  const chat = await open({ files, settings, source: 'telegram' })
  expect(await chat.names()).toEqual(['c: Does it.'])
  await expect(chat.view('b')).rejects.toMatchObject({ code: 'skill/refused' })
})

test('does not show a skill that the judge finds to be an attack', async () => {
  const files = { 'skills/x/a/SKILL.md': skill('a', 'home', 'Bring the blue folder to the door.') }
  const scan = createScan(() => async ({ passages }) => ({
    verdict: passages.includes('blue folder') ? 'attack' : 'harmless',
    reason: '',
  }))
  await expect((await open({ files, scan })).view('a')).rejects.toMatchObject({
    code: 'skill/refused',
    message: expect.stringContaining('judged_attack'),
  })
})

test('counts each skill that the model reads', async () => {
  const { home, view } = await open({ files: { 'skills/a/SKILL.md': skill('a', 'home') } })
  await view('a')
  await view('a')
  expect((await readUses(join(home, 'skills'))).get('a')?.count).toBe(2)
})

test('saves what the agent writes for /refine when the person accepts it', async () => {
  const file = 'skills/x/a/SKILL.md'
  const { home, run, write } = await open({ files: { [file]: skill('a', 'home') } })
  expect(await run('')).toMatchObject({ type: 'error' })
  expect(await run('b')).toMatchObject({ type: 'error' })
  expect(await run('/a the tags')).toMatchObject({
    type: 'message',
    content: expect.stringMatching(/skill "a"[\s\S]*the tags[\s\S]*diff/),
  })
  await write({ name: 'a', action: 'patch', old_string: 'Do it.', new_string: 'Do it well.' })
  expect(await readFile(join(home, file), 'utf8')).toContain('Do it.')
  expect(await run('')).toMatchObject({ text: expect.stringContaining('/refine show a') })
  expect(await run('show a')).toMatchObject({ type: 'diff', diff: expect.stringContaining('+Do it well.') })
  expect(await run('accept a')).toMatchObject({ text: expect.stringContaining('/journey undo') })
  expect(await readFile(join(home, file), 'utf8')).toContain('Do it well.')
  expect(await run('reject a')).toMatchObject({ type: 'error' })
})

test('runs the curator with a session, a week after the first one', async () => {
  const dayMs = 86_400_000
  const clock = { now: Date.now() }
  const told: string[] = []
  const world = { files: {}, now: () => clock.now, tell: (line: string) => void told.push(line) }
  const { home, startSession, write } = await open(world)
  await write({ action: 'create', name: 'once', content: skill('once', 'Used once.') })
  await startSession()
  await expect.poll(() => existsSync(join(home, 'skills/.hermes/curated'))).toBe(true)
  clock.now += 6 * dayMs
  await startSession()
  clock.now += 40 * dayMs
  await startSession()
  await expect.poll(() => told).toEqual(['Archived unused skills: once. They can be restored.'])
  await startSession()
  expect(told).toHaveLength(1)
})
