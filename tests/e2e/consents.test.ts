import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, main, provider, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

let sandbox: Sandbox
let chat: TerminalProcess | undefined
beforeEach(() => {
  sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
})
afterEach(() => {
  chat?.process.kill('SIGKILL')
  chat = undefined
  sandbox[Symbol.dispose]()
})

/** Runs the command that the user writes, and says "Over." */
const obedient = (body: JsonObject) => {
  const last = Object((body.messages as unknown[]).at(-1))
  return last.role === 'user' ? call('terminal', { command: String(last.content) }) : text('Over.')
}

async function open(baseUrl: string, ...args: readonly string[]): Promise<TerminalProcess> {
  chat = openTerminal(sandbox, [process.execPath, main, ...provider(baseUrl), ...args])
  await chat.shows('❯')
  return chat
}

async function leave({ type, exit }: TerminalProcess) {
  type('\u0004')
  expect(await exit).toBe(0)
}

const folder = (name: string) => mkdirSync(join(sandbox.workspace, name), { recursive: true })
const isThere = (name: string) => existsSync(join(sandbox.workspace, name))

test('what was allowed for a session is allowed after a restart, and nothing more', { timeout: 90_000 }, async () => {
  await using fake = await startFakeProvider({ script: obedient })
  for (const name of ['build', 'dist', 'old', 'more', 'rest']) folder(name)
  const first = await open(fake.baseUrl)
  first.type('rm -rf build\r')
  await first.shows('"session" covers: rm with paths inside')
  await first.shows('Run it?')
  const [asked] = JSON.parse((await sandbox.run(['questions', 'list', '--json'])).stdout)
  expect(asked.session_scope).toMatch(/^rm with paths inside /)
  first.type('s\r')
  await first.shows('Over.')
  await first.shows('❯')
  await leave(first)

  // No one can be asked here, so only what was allowed runs.
  const { stdout } = await sandbox.run([...provider(fake.baseUrl), '-c', '-z', 'rm -rf dist'])
  expect(stdout).toContain('Over.')
  expect([isThere('build'), isThere('dist')]).toEqual([false, false])
  await sandbox.run([...provider(fake.baseUrl), '-c', '-z', `rm -rf ${sandbox.workspace}`])
  await sandbox.run([...provider(fake.baseUrl), '-c', '-z', 'find . -name old -delete'])
  expect(isThere('old')).toBe(true)
  // This is another conversation.
  await sandbox.run([...provider(fake.baseUrl), '-z', 'rm -rf old'])
  expect(isThere('old')).toBe(true)

  const [{ id }] = JSON.parse((await sandbox.run(['sessions', 'list', '--json', '--limit', '50'])).stdout).slice(-1)
  const again = await open(fake.baseUrl, '-r', id)
  again.type('rm -rf more\r')
  await expect.poll(() => isThere('more'), { timeout: 15_000 }).toBe(false)
  await again.shows('❯')
  again.type('/approvals list\r')
  await again.shows('rm with paths inside')
  await again.shows('rm -rf build')
  await again.shows('❯')
  again.type('/approvals forget\r')
  await again.shows('You are asked again')
  await again.shows('❯')
  again.type('rm -rf rest\r')
  await again.shows('Run it?')
  again.type('n\r')
  await again.shows('Over.')
  expect(isThere('rest')).toBe(true)
})

test.each(['git reset --hard', 'git restore .', 'git checkout -- .'])(
  'takes a checkpoint before %s, from which /rollback restores uncommitted work',
  { timeout: 60_000 },
  async (command) => {
    await using fake = await startFakeProvider({ script: obedient })
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
        cwd: sandbox.workspace,
        stdio: 'pipe',
      })
    git('init', '--quiet')
    sandbox.write('notes.txt', 'committed\n')
    git('add', '.')
    git('commit', '--quiet', '-m', 'first')
    sandbox.write('notes.txt', 'not committed\n')
    const notes = () => readFileSync(join(sandbox.workspace, 'notes.txt'), 'utf8')
    const running = await open(fake.baseUrl)
    // There must be more than an earlier checkpoint of the turn.
    running.type(`echo more >> notes.txt; ${command}\r`)
    await expect.poll(() => running.screen(), { timeout: 15_000 }).toMatch(/Over\.|Run it\?/)
    if (running.screen().includes('Run it?')) running.type('y\r')
    await running.shows('Over.')
    await running.shows('❯')
    expect(notes()).toBe('committed\n')
    running.type('/rollback 1\r')
    await expect.poll(notes, { timeout: 15_000 }).toBe('not committed\n')
    await leave(running)
  },
)
