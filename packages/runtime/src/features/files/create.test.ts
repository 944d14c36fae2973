import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApprovalGate } from '@hermes/approval'
import { createLocalEnvironment } from '@hermes/environments'
import { createShellStates, createToolExecutor, createToolRegistry } from '@hermes/tools'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { loadConfig } from '../../config/load/load-config.js'
import type { ConfigInput } from '../../schema/config-schema.js'
import { taskPaths } from '../../services/task-paths.js'
import { createWrittenFiles } from '../../services/written-files.js'
import { createFiles } from './create.js'

async function open(overrides: ConfigInput = {}, variables: Readonly<Record<string, string>> = {}) {
  const paths = await tempHome()
  const folder = await tempFolder()
  const own = { PATH: process.env.PATH, HOME: paths.home, ...variables }
  const loaded = await loadConfig({ paths, variables: own, overrides })
  const environment = createLocalEnvironment({ workingDirectory: folder, variables: own })
  onTestFinished(() => environment[Symbol.asyncDispose]())
  const shells = createShellStates(folder)
  const folderOf = (taskId: string) => shells.get(taskId).folder
  const { write_safe_root: writeRoot, workspace_only: workspaceOnly } = loaded.config.security
  const settings = { writeRoot, workspaceOnly, opened: writeRoot === '' ? [] : [writeRoot] }
  const { tools, hooks = {} } = await createFiles({
    settings,
    environment,
    folderOf,
    folders: paths,
    variables: own,
    surface: { source: 'test' },
    writtenFiles: createWrittenFiles(),
  })
  const gate = createApprovalGate({
    mode: 'manual',
    workingDirectory: ({ taskId }) => folderOf(taskId),
    home: paths.home,
  })
  const executor = createToolExecutor({ registry: createToolRegistry(tools), gate })
  const run = async (name: string, args: object) => {
    const call = { id: '1', type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
    const context = {
      sessionId: 's',
      taskId: 't',
      signal: AbortSignal.timeout(60_000),
      hooks,
    }
    for await (const event of executor.execute([call], context)) {
      if (event.type === 'tool-end') return String(event.message.content)
    }
    throw new Error('no result')
  }
  return { hooks, resolvePath: taskPaths(environment, folderOf), folder, paths, shells, run }
}

test('limits only writes with write_safe_root, from the config or the environment', async () => {
  for (const { folder, run } of [
    await open({ security: { write_safe_root: 'src' } }),
    await open({}, { HERMES_WRITE_SAFE_ROOT: 'src' }),
  ]) {
    await writeFile(join(folder, 'README.md'), 'read me')
    expect(await run('write_file', { path: 'src/a.md', content: 'x' })).toMatch(/^Created/)
    expect(await run('write_file', { path: 'README.md', content: 'x' })).toMatch(/may not be written/)
    expect(await run('read_file', { path: 'README.md' })).toContain('1|read me')
  }
})

test('also limits reads with workspace_only, except for spilled results', async () => {
  const { folder, paths, run } = await open({ security: { workspace_only: true } })
  await writeFile(join(folder, 'a'), 'inside')
  await mkdir(join(paths.cache, 'spillover'), { recursive: true })
  await writeFile(join(paths.cache, 'spillover/long.txt'), 'spilled')
  await writeFile(join(paths.cache, 'other'), 'outside')
  expect(await run('read_file', { path: 'a' })).toContain('inside')
  expect(await run('read_file', { path: join(paths.cache, 'spillover/long.txt') })).toContain('spilled')
  expect(await run('read_file', { path: join(paths.cache, 'other') })).toMatch(/outside of the workspace/)
})

test("resolves paths from the folder of the task's shell, for tools and for scheduling", async () => {
  const { resolvePath, folder, shells, run } = await open()
  await mkdir(join(folder, 'sub'))
  await writeFile(join(folder, 'sub/a'), 'in sub')
  shells.set('t', { ...shells.get('t'), folder: join(folder, 'sub') })
  expect(await run('read_file', { path: 'a' })).toContain('in sub')
  expect(await resolvePath('a', 't')).toBe(await resolvePath(join(folder, 'sub/a'), 'other'))
  expect(await resolvePath('sub/a', 'other')).toBe(await resolvePath('a', 't'))
})

test('shows files in full again after a compression, and ends a repetition with another tool', async () => {
  const { hooks, folder, run } = await open()
  await writeFile(join(folder, 'a'), 'text')
  await run('read_file', { path: 'a' })
  expect(await run('read_file', { path: 'a' })).not.toContain('1|text')
  const snapshot = { sessionId: 's', system: '', tools: [], messages: [], contextWindow: 1000, state: {} }
  await hooks.pre_compress?.({ sessionId: 's', snapshot })
  expect(await run('read_file', { path: 'a' })).toContain('1|text')
  await run('read_file', { path: 'a' })
  await run('read_file', { path: 'a' })
  expect(await run('read_file', { path: 'a' })).toMatch(/4 times in a row/)
  const call = { id: '2', type: 'function', function: { name: 'terminal', arguments: '{}' } } as const
  const result = { role: 'tool', tool_call_id: '2', name: 'terminal', content: '' } as const
  await hooks.post_tool_call?.({ sessionId: 's', call, args: {}, result, isError: false })
  expect(await run('read_file', { path: 'a' })).not.toMatch(/4 times in a row/)
})
