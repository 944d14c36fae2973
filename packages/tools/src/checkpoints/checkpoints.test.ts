import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { dropsWork } from '../terminal/drops-work.js'
import { checkpointPlugin } from './checkpoint-plugin.js'
import { type CheckpointsOptions, createCheckpoints } from './checkpoints.js'

let workspace: string
let folder: string

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'hermes-checkpoints-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  workspace = join(root, 'work')
  folder = join(root, 'store')
  await mkdir(workspace)
})

function create(options: Partial<CheckpointsOptions> = {}) {
  let time = 1_000
  const now = () => {
    time += 1_000
    return time
  }
  return createCheckpoints({ folder, workspace, program: '/usr/bin/git', now, ...options })
}

async function put(path: string, content: string | Buffer) {
  await mkdir(dirname(join(workspace, path)), { recursive: true })
  await writeFile(join(workspace, path), content)
}

const content = (path: string) => readFile(join(workspace, path), 'utf8')

test('restores changed, removed and added files byte for byte', async () => {
  const checkpoints = create()
  await put('a.txt', 'one\r\ntwo\n')
  await put('deep/er/b.bin', Buffer.from([0, 255, 13, 10]))
  await put('.gitattributes', '* text=auto eol=lf\n')
  await put('run.sh', '#!/bin/sh\n')
  await chmod(join(workspace, 'run.sh'), 0o755)
  await symlink('a.txt', join(workspace, 'link'))
  const { id } = await checkpoints.take('before patch')
  await put('a.txt', 'changed')
  await rm(join(workspace, 'deep'), { recursive: true })
  await rm(join(workspace, 'link'))
  await chmod(join(workspace, 'run.sh'), 0o644)
  await put('new/file.txt', 'new')
  const restored = await checkpoints.restore(id)
  expect([...restored.written].sort()).toEqual(['a.txt', 'deep/er/b.bin', 'link', 'run.sh'])
  expect(restored.removed).toEqual(['new/file.txt'])
  expect(await content('a.txt')).toBe('one\r\ntwo\n')
  expect([...(await readFile(join(workspace, 'deep/er/b.bin')))]).toEqual([0, 255, 13, 10])
  expect(await readlink(join(workspace, 'link'))).toBe('a.txt')
  expect((await stat(join(workspace, 'run.sh'))).mode & 0o111).not.toBe(0)
  expect((await readdir(workspace)).includes('new')).toBe(false)
})

test('undoes a restore', async () => {
  const checkpoints = create()
  await put('a', 'one')
  const { id } = await checkpoints.take('first')
  await put('a', 'two')
  const { before } = await checkpoints.restore(id)
  expect(await content('a')).toBe('one')
  await checkpoints.restore(before.id)
  expect(await content('a')).toBe('two')
})

test('restores a single file', async () => {
  const checkpoints = create()
  await put('a [1].txt', 'one')
  await put('b', 'one')
  const { id } = await checkpoints.take('first')
  await put('a [1].txt', 'two')
  await put('b', 'two')
  expect(await checkpoints.diff(id, 'b')).toContain('-one\n')
  expect((await checkpoints.restore(id, 'a [1].txt')).written).toEqual(['a [1].txt'])
  expect([await content('a [1].txt'), await content('b')]).toEqual(['one', 'two'])
})

test('takes no new checkpoint of an unchanged workspace, and bounds the list, newest first', async () => {
  const checkpoints = create({ limits: { checkpoints: 3 } })
  await put('a', '0')
  const first = await checkpoints.take('reason 0', { sessionId: 's' })
  expect(await checkpoints.take('again')).toEqual(first)
  for (const index of [1, 2, 3]) {
    await put('a', String(index))
    await checkpoints.take(`reason ${index}`)
  }
  expect((await checkpoints.list()).map(({ reason }) => reason)).toEqual(['reason 3', 'reason 2', 'reason 1'])
  await expect(checkpoints.restore(first.id)).rejects.toThrow('does not exist for this folder')
  await checkpoints.clear()
  expect(await checkpoints.list()).toEqual([])
})

test("does not touch the user's repository, index, hooks or ignored files", async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, encoding: 'utf8' })
  git('init', '-q')
  await put('.gitignore', 'secret.env\n')
  await put('secret.env', 'KEY=1')
  await put('a', 'one')
  await writeFile(join(workspace, '.git/hooks/post-checkout'), '#!/bin/sh\ntouch hooked\n', { mode: 0o755 })
  const before = git('status', '--porcelain')
  const checkpoints = create()
  const { id } = await checkpoints.take('first')
  await put('a', 'two')
  await put('secret.env', 'KEY=2')
  expect(await checkpoints.diff(id)).not.toContain('KEY')
  await checkpoints.restore(id)
  expect(await content('secret.env')).toBe('KEY=2')
  expect(git('status', '--porcelain')).toBe(before)
  expect(await readdir(workspace)).not.toContain('hooked')
})

test('skips large files and rejects folders with too many files', async () => {
  const checkpoints = create({ limits: { fileBytes: 10 } })
  await put('large', 'x'.repeat(11))
  await put('small', 'one')
  const { id } = await checkpoints.take('first')
  await put('large', 'changed but left alone')
  await put('small', 'two')
  await checkpoints.restore(id)
  expect([await content('large'), await content('small')]).toEqual(['changed but left alone', 'one'])
  await put('third', '3')
  await expect(create({ limits: { files: 2 }, folder: `${folder}-2` }).take('x')).rejects.toThrow('more than 2 files')
})

test('shares the store but not the checkpoints between workspaces', async () => {
  const other = join(dirname(workspace), 'other')
  await mkdir(other)
  await put('a', 'one')
  await create().take('mine')
  expect(await create({ workspace: other }).list()).toEqual([])
  expect(await create().list()).toMatchObject([{ reason: 'mine' }])
})

test('reports that git is missing', async () => {
  await expect(create({ program: '/nowhere/git' }).take('x')).rejects.toThrow('git could not be run')
})

test('restores work of a turn that a git command discards', async () => {
  const checkpoints = create()
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.test', ...args], {
      cwd: workspace,
      stdio: 'ignore',
    })
  git('init')
  await put('a.txt', 'committed')
  git('add', '.')
  git('commit', '-m', 'first')
  const hooks = checkpointPlugin({ checkpoints }).hooks
  const command = 'git reset --hard && git clean -fd'
  const write = { name: 'write', toolset: 'test', effect: 'once' } as const
  const reset = { ...write, name: 'shell', dropsWork: (args: { command?: unknown }) => dropsWork(String(args.command)) }
  const call = (tool: typeof write | typeof reset) =>
    hooks?.pre_tool_call?.({
      sessionId: 's',
      tool,
      args: { command },
      call: { id: '1', type: 'function', function: { name: tool.name, arguments: '{}' } },
    })
  await hooks?.pre_llm_call?.({ sessionId: 's', messages: [] })
  await call(write)
  await put('a.txt', 'work of this turn')
  await put('new.txt', 'new')
  await call(reset)
  execFileSync('sh', ['-c', command], { cwd: workspace, stdio: 'ignore' })
  expect(await content('a.txt')).toBe('committed')
  const [newest] = await checkpoints.list()
  await checkpoints.restore(newest?.id ?? '')
  expect(await content('a.txt')).toBe('work of this turn')
  expect(await content('new.txt')).toBe('new')
})
