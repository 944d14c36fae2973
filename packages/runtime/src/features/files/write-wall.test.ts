import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, readFile, realpath, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createApprovalGate } from '@hermes/approval'
import type { ApprovalRequest, Approve, ToolGate } from '@hermes/core'
import { createReadOrigins } from '@hermes/core/origins'
import { createLocalEnvironment } from '@hermes/environments'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runContext } from '../../../testing/run-context.js'
import { everydayEdits, startUpInside, targetsOutside, waysOut } from '../../../testing/write-targets.js'
import { homePaths } from '../../home/home-paths.js'
import { createWrittenFiles } from '../../services/written-files.js'
import { createFiles } from './create.js'

let base: string
let home: string
let project: string
let program: string

const links: Readonly<Record<string, string>> = {
  'to-home': '../..',
  'to-beside': '../sibling',
  'to-file': '../sibling/index.js',
  'to-nothing': '../../not-there-yet',
  'to-link': 'to-home',
  'to-bin': '../../bin',
  'to-root': '/',
  'to-dots': 'src/../..',
  'src/to-up': '..',
  'nested/to-parent': '../..',
  'to-src': 'src',
  'to-hooks': '.git/hooks',
}

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'hermes-wall-')))
  home = join(base, 'home')
  project = join(home, 'work/project')
  program = join(base, 'outside/agent/main.js')
  for (const folder of [
    'src',
    'nested',
    '.git/hooks',
    '../sibling',
    '../../bin',
    '../../../beside',
    '../../../outside/agent',
  ])
    await mkdir(join(project, folder), { recursive: true })
  for (const file of [join(home, 'work/sibling/index.js'), program]) await writeFile(file, 'as it was')
  for (const [name, target] of Object.entries({ ...links, 'to-agent': program }))
    await symlink(target, join(project, name))
})
afterAll(() => rm(base, { recursive: true }))

function filled(path: string): string {
  return path
    .replace('$HOME', home)
    .replace('$OUTSIDE', join(base, 'outside'))
    .replace('$TEMPORARY', base)
    .replace('$PROJECT', project)
    .replace('$ID', basename(base))
}

/** Points the link to another target. */
async function turn(name: string, target: string) {
  await unlink(join(project, name))
  await symlink(target, join(project, name))
}

interface OpenOptions {
  readonly folder?: () => string
  /** Runs between the verdict and the tool. */
  readonly afterReview?: () => Promise<void>
}

async function open(approve?: Approve, { folder = () => project, afterReview }: OpenOptions = {}) {
  const environment = createLocalEnvironment({ workingDirectory: project, variables: { HOME: home } })
  onTestFinished(() => environment[Symbol.asyncDispose]())
  const { tools, hooks = {} } = await createFiles({
    settings: { writeRoot: '', workspaceOnly: false, opened: ['~/opened'] },
    environment,
    folderOf: folder,
    folders: homePaths(join(home, '.hermes')),
    variables: { HOME: home },
    surface: { source: 'test' },
    writtenFiles: createWrittenFiles(),
  })
  const inner = createApprovalGate({
    mode: 'manual',
    workingDirectory: folder,
    home,
    agentHome: join(home, '.hermes'),
    ...(approve && { approve }),
  })
  const gate: ToolGate = {
    async review(request, options) {
      const verdict = await inner.review(request, options)
      await afterReview?.()
      return verdict
    },
  }
  const executor = createToolExecutor({ registry: createToolRegistry(tools), gate, redactor: false })
  let count = 0
  const origins = createReadOrigins(undefined)
  const run = async (name: string, args: object) => {
    const call = { id: `c${count++}`, type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
    const context = {
      sessionId: 's',
      taskId: 't',
      signal: AbortSignal.timeout(60_000),
      hooks,
      run: runContext('s', origins),
    }
    for await (const event of executor.execute([call], context))
      if (event.type === 'tool-end') return { isError: event.isError, text: String(event.message.content) }
    throw new Error('There was no result.')
  }
  return { run, origins }
}

const patchOf = (path: string) => ({
  mode: 'patch',
  patch: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`,
})

const forbidden = [...targetsOutside, ...waysOut, ...startUpInside, 'to-agent'].map((path) => [path] as const)

test('has enough targets', () => {
  expect(forbidden.length).toBeGreaterThanOrEqual(176)
  expect(everydayEdits.length).toBeGreaterThanOrEqual(60)
})

test('writes nothing outside and no auto-run files when no one can be asked', async () => {
  const { run } = await open()
  const written: string[] = []
  for (const [given] of forbidden) {
    const path = filled(given)
    const byWrite = await run('write_file', { path, content: 'x' })
    const byPatch = await run('patch', patchOf(path))
    if (!byWrite.isError || !byPatch.isError) written.push(given)
  }
  expect(written).toEqual([])
  expect(existsSync(join(home, '.local'))).toBe(false)
  expect(existsSync(join(home, 'not-there-yet'))).toBe(false)
  for (const file of [program, join(home, 'work/sibling/index.js')])
    expect(await readFile(file, 'utf8')).toBe('as it was')
})

test('names the resolved path in the refusal', async () => {
  const { run } = await open()
  const { text } = await run('write_file', { path: 'to-file', content: 'x' })
  expect(text).toContain(`It writes outside of the folders of this conversation, to ${home}/work/sibling/index.js.`)
  expect(text).toContain('there is no one to ask')
})

test('asks a person about the resolved path, who may allow it', async () => {
  const asked: ApprovalRequest[] = []
  const { run } = await open(async (request) => {
    asked.push(request)
    return { decision: 'once' }
  })
  const { isError } = await run('write_file', { path: 'to-home/allowed.txt', content: 'x' })
  expect(isError).toBe(false)
  expect(asked.flatMap(({ reasons, subject }) => [...reasons, subject]).join('\n')).toContain(`${home}/allowed.txt`)
  expect(await readFile(join(home, 'allowed.txt'), 'utf8')).toBe('x')
})

test('does not ask about everyday edits', async () => {
  const { run } = await open()
  const stopped: string[] = []
  for (const given of everydayEdits) {
    const path = filled(given)
    const { isError, text } = await run('write_file', { path, content: 'x\n' })
    if (isError) stopped.push(`${given}: ${text}`)
    if (path.startsWith('/tmp/') || path.startsWith('/var/tmp/'))
      onTestFinished(() => rm(path.includes('scratch') ? dirname(path) : path, { recursive: true, force: true }))
  }
  expect(stopped).toEqual([])
})

test('writes to a configured folder without a question', async () => {
  const { run } = await open()
  expect(await run('write_file', { path: '~/opened/x', content: 'x' })).toMatchObject({ isError: false })
})

test("resolves a path from the shell's folder, and keeps the allowed folders", async () => {
  const { run } = await open(undefined, { folder: () => home })
  expect(await run('write_file', { path: 'from-home.txt', content: 'x' })).toMatchObject({ isError: true })
  expect(await run('write_file', { path: 'work/project/from-home.txt', content: 'x' })).toMatchObject({
    isError: false,
  })
})

test('asks again about a link that was redirected during the question', async () => {
  await mkdir(join(base, 'beside/target'), { recursive: true })
  await symlink(join(base, 'beside'), join(project, 'turned'))
  let asked = 0
  const { run } = await open(async () => {
    if (asked++ > 0) return { decision: 'deny' }
    await turn('turned', join(base, 'beside/target'))
    return { decision: 'once' }
  })
  expect(await run('write_file', { path: 'turned/x', content: 'x' })).toMatchObject({ isError: true })
  expect(asked).toBe(2)
  expect(existsSync(join(base, 'beside/x'))).toBe(false)
})

test('rejects a link that was redirected after the verdict', async () => {
  await symlink(join(project, 'src'), join(project, 'late'))
  const { run } = await open(undefined, { afterReview: () => turn('late', join(base, 'beside')) })
  const { isError, text } = await run('write_file', { path: 'late/y', content: 'x' })
  expect(isError).toBe(true)
  expect(text).toContain('leads elsewhere than when the call was approved')
  expect(existsSync(join(base, 'beside/y'))).toBe(false)
  expect(existsSync(join(project, 'src/y'))).toBe(false)
})

test('does not write through a hard link', async () => {
  const original = join(base, 'beside/original')
  await writeFile(original, 'as it was')
  await link(original, join(project, 'hard'))
  const { run } = await open()
  await run('write_file', { path: 'hard', content: 'changed' })
  expect(await readFile(original, 'utf8')).toBe('as it was')
})

test('asks about npm settings that run a program', async () => {
  const { run } = await open()
  const content = 'registry=https://example.test/\nscript-shell = ./x.sh\n'
  expect(await run('write_file', { path: '.npmrc', content })).toMatchObject({ isError: true })
})

test('asks about files that agents and build servers follow, after untrusted text was read', async () => {
  const { run, origins } = await open()
  const write = (path: string) => run('write_file', { path, content: 'x' })
  const lasting = ['AGENTS.md', '.github/workflows/ci.yml', '.cursor/rules/all.md']
  for (const path of lasting.slice(0, 2)) expect(await write(path)).toMatchObject({ isError: false })
  origins.add([{ kind: 'web', name: 'example.test' }])
  for (const path of lasting)
    expect(await write(path)).toMatchObject({
      isError: true,
      text: expect.stringContaining('After reading example.test (web), it wants to change'),
    })
  expect(await write('README.md')).toMatchObject({ isError: false })
})

test('covers the files of the folder with consent for the session, and says so in the question', async () => {
  const asked: ApprovalRequest[] = []
  const { run } = await open(async (request) => {
    asked.push(request)
    return asked.length === 1 ? { decision: 'session' } : { decision: 'deny' }
  })
  const write = async (path: string) => (await run('write_file', { path, content: 'x' })).isError
  expect(await write('../sibling/a.txt')).toBe(false)
  expect(asked[0]?.sessionScope).toBe(`files in ${home}/work/sibling`)
  expect(await write('../sibling/b.txt')).toBe(false)
  expect(await write('../c.txt')).toBe(true)
  expect(asked).toHaveLength(2)
})
