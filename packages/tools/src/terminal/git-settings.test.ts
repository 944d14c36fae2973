import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEnvironment } from '@hermes/environments'
import { createSandbox, probeSandbox, withSandbox } from '@hermes/environments/sandbox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { caller } from '../../testing/terminal.js'
import { terminalTools } from './terminal.js'

const probed = await probeSandbox()
const title = probed.status === 'available' ? 'in a sandbox' : `skipped: ${probed.reason}`

describe.skipIf(probed.status !== 'available')(title, { timeout: 60_000 }, () => {
  let root: string
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-settings-')))
    git('.', 'init', '-q', '-b', 'main', 'work')
    git('.', 'init', '-q', '--bare', 'work/up.git')
    git('work', 'commit', '-q', '--allow-empty', '-m', 'first')
    git('work', 'remote', 'add', 'origin', join(root, 'work/up.git'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b']
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: join(root, folder), encoding: 'utf8' })

  async function run(command: string) {
    if (probed.status !== 'available') throw new Error(probed.reason)
    const work = join(root, 'work')
    const sandbox = createSandbox(probed, {
      policy: { workspaces: [work], network: 'none' },
      stateFolder: join(root, 'state'),
    })
    const local = createLocalEnvironment({ workingDirectory: work, variables: process.env, sandbox })
    await using environment = withSandbox(local, sandbox)
    return await caller(terminalTools({ environment }))('terminal', { command })
  }

  test.each([
    ['git remote add fork https://example.com/x.git', 'remote.fork.url', 'https://example.com/x.git'],
    ['git config user.name Eve', 'user.name', 'Eve'],
    ['git branch --set-upstream-to=origin/main', 'branch.main.merge', 'refs/heads/main'],
    ['git push -u origin main', 'branch.main.remote', 'origin'],
  ])('%s writes its settings', async (command, key, value) => {
    git('work', 'push', '-q', 'origin', 'main')
    expect(await run(command)).toMatchObject({ exit_code: 0, error: null })
    expect(git('work', 'config', '--file', '.git/config', '--get', key)).toBe(`${value}\n`)
  })

  test('reports which settings were not kept', async () => {
    const before = readFileSync(join(root, 'work/.git/config'), 'utf8')
    expect((await run('git config core.fsmonitor ./evil')).output).toMatch(/^Not kept in .*: core\.fsmonitor/)
    expect(readFileSync(join(root, 'work/.git/config'), 'utf8')).toBe(before)
  })

  test('the workaround in the hint for read-only settings works', async () => {
    const committed = await run('git -c user.name=Eve -c user.email=e@x commit -q --allow-empty -m second')
    expect(committed).toMatchObject({ exit_code: 0 })
    const pushed = await run('git push -q origin main && git push -q ./up.git main:other')
    expect(pushed).toMatchObject({ exit_code: 0 })
    expect(git('work/up.git', 'log', '--format=%an %s', 'other')).toBe('Eve second\na first\n')
  })
})
