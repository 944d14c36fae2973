import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSqliteStore } from '@hermes/state'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, main } from './hermes.js'
import { openTerminal } from './terminal.js'

const sandbox = createSandbox()
afterAll(() => sandbox[Symbol.dispose]())
const bin = join(sandbox.workspace, 'bin')
const path = `${bin}:${process.env.PATH}`
const id = '20260314_101500_ab12cd'

beforeAll(async () => {
  mkdirSync(bin)
  const aliases = '{ quick: { model: tiny-1b, provider: openrouter }, thorough: { model: huge, provider: nous } }'
  sandbox.writeHome('config.yaml', `model_aliases: ${aliases}\n`)
  writeFileSync(join(bin, 'hermes'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(join(bin, 'hermes'), 0o755)
  await using store = await createSqliteStore({ path: join(sandbox.home, 'state.db') })
  await store.sessions.create({ id, title: "the cat's build: $(touch pwned)", source: 'cli', startedAtMs: 1 })
})

test('the completion of bash', async () => {
  await using shell = await open('bash', ['--norc', '--noprofile'], "PS1='$ '; source <(hermes completion bash)")
  await shell.completes('hermes -p default sess', 'hermes -p default sessions')
  await shell.completes('hermes sessions export --form', 'hermes sessions export --format')
  await shell.completes('hermes sessions export --format=m', 'hermes sessions export --format=md')
  await shell.completes('hermes -r 2026', `hermes -r ${id}`)
  await shell.completes('hermes -m quic', 'hermes -m quick')
  // The content of a title is not run.
  await shell.completes('hermes -r "the c', String.raw`hermes -r "the cat's build: \$(touch pwned)"`)
})

test.skipIf(!has('zsh'))(nameOf('zsh'), async () => {
  const setup = "PS1='$ '; autoload -Uz compinit && compinit -D; source <(hermes completion zsh)"
  await using shell = await open('zsh', ['-f'], setup)
  await shell.completes('hermes -p default sess', 'hermes -p default sessions')
  await shell.completes('hermes sessions export --format=m', 'hermes sessions export --format=md')
  await shell.completes('hermes -r 2026', `hermes -r ${id}`)
  await shell.completes('hermes --in b', 'hermes --in bin/')
})

test.skipIf(!has('fish'))(nameOf('fish'), () => {
  const complete = (line: string) =>
    execFileSync('fish', ['--no-config', '-c', 'hermes completion fish | source; complete -C "$line"'], {
      encoding: 'utf8',
      cwd: sandbox.workspace,
      env: { PATH: path, HERMES_HOME: sandbox.home, HOME: sandbox.home, TERM: 'xterm-256color', line },
    })
      .trim()
      .split('\n')
  expect(complete('hermes -p default sess')).toEqual([
    'sessions\tlist, show, cache, search, browse, stats, prune, export, import, archive, unarchive, optimize, repai',
  ])
  // Only options of this command.
  expect(complete('hermes memory list --')).not.toContainEqual(expect.stringMatching(/^--archived/))
  expect(complete('hermes sessions list --a')).toContainEqual(expect.stringMatching(/^--archived\t/))
  expect(complete('hermes -r 2026')).toEqual([`${id}\tthe cat's build: $(touch pwned)`])
  expect(complete('hermes --in b')).toContainEqual(expect.stringMatching(/^bin\//))
})

test('the names of `model_aliases`, those of the given provider', async () => {
  const complete = async (...words: readonly string[]) =>
    (await sandbox.run(['__complete', String(words.length - 1), ...words])).stdout.split('\n')
  expect(await complete('-m', '')).toEqual(expect.arrayContaining(['quick\ttiny-1b', 'thorough\thuge']))
  expect(await complete('--provider', 'nous', '-m', 't')).toContain('thorough\thuge')
  expect(await complete('--provider', 'nous', '-m', 'q')).not.toContain('quick\ttiny-1b')
})

function has(program: string): boolean {
  try {
    return execFileSync(program, ['--version']).length > 0
  } catch {
    return false
  }
}

/** Returns the name of a test, with the reason if it is skipped. */
function nameOf(shell: string): string {
  return has(shell) ? `the completion of ${shell}` : `skipped: no ${shell}`
}

/** Opens a shell on a terminal. */
async function open(program: string, args: readonly string[], setup: string) {
  const terminal = openTerminal(sandbox, ['env', `PATH=${path}`, program, ...args])
  terminal.type(`${setup}; echo rea''dy\n`)
  await terminal.shows('\nready')
  return {
    /** Types the line and Tab, and expects the line to become `expected`. */
    async completes(line: string, expected: string): Promise<void> {
      terminal.type(`${line}\t`)
      await expect.poll(terminal.screen, { timeout: 10_000 }).toContain(`$ ${expected}\n`)
      terminal.type('\u0015')
    },
    async [Symbol.asyncDispose]() {
      terminal.process.stdin?.end()
      terminal.process.kill()
      await terminal.exit
    },
  }
}
