import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { root } from './hermes.js'

// The setup of a newcomer: the files under version control, an empty home, an empty npm cache.
const folder = mkdtempSync(join(tmpdir(), 'hermes-clone-'))
const clone = join(folder, 'hermes')

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files
    .toString()
    .split('\0')
    .filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(root, file), join(clone, file))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const home = join(folder, 'home')
const programs = join(home, '.local', 'bin')
const workspace = join(folder, 'workspace')

/**
 * Returns the environment for turbo's build of the same sources, which it recognizes by their content. Where these tests run on a
 * clone, the build has been tested; a thorough run builds again.
 */
function builtBefore(): Readonly<Record<string, string>> {
  if (inject('effort') > 1) return {}
  // Git worktrees share the cache of the main one.
  const git = execFileSync('git', ['rev-parse', '--path-format=absolute', '--git-common-dir'], { cwd: root })
  return { TURBO_CACHE_DIR: join(dirname(git.toString().trim()), '.turbo', 'cache') }
}

/**
 * Runs a command in the environment of a newcomer: the machine's own Node, an empty home, no settings of this project.
 */
function newcomer(cwd: string, command: string, args: readonly string[]) {
  for (const path of [home, workspace]) mkdirSync(path, { recursive: true })
  const own = Object.entries(process.env).filter(([name]) => !/^(HERMES|VITEST|npm|TURBO|INIT)_/i.test(name))
  const path = process.env.PATH?.split(delimiter).filter((entry) => !entry.includes('node_modules')) ?? []
  return spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(own),
      PATH: [programs, ...path].join(delimiter),
      HOME: home,
      npm_config_cache: join(folder, 'npm-cache'),
      ...builtBefore(),
    },
  })
}

const npmStart = (cwd: string, ...args: string[]) =>
  newcomer(cwd, 'npm', ['--prefix', clone, 'start', '--silent', '--', ...args])

/** Removes the notices about the model and the sandbox. */
const withoutAgent = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('hermes: '))

test('installs and builds without warnings with `npm start`, and answers', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n').length - 1
  const first = npmStart(clone, '-z', 'how many lines has README.md')
  expect(first.stdout, first.stderr).toContain(`${lines} lines`)
  expect(first.stderr).toMatch(/^Installing .*\nBuilding .*\nReady after .*`npm start -- --install`.*\n/s)
  const progress = /^(?:Installing the dependencies|Building) \.\.\.(?: \d+%)?$|^Ready /
  expect(withoutAgent(first.stderr).filter((line) => !progress.test(line))).toEqual([])
  expect(first.status).toBe(0)
}, 600_000)

test('only answers with a second `npm start`, in the folder that it was called from', () => {
  writeFileSync(join(workspace, 'letter.txt'), 'Dear reader')
  const second = npmStart(workspace, '-z', 'list the files here')
  expect(second.stdout).toContain('letter.txt')
  expect(withoutAgent(second.stderr)).toEqual([])
})

test('installs a global `hermes` command with `npm start -- --install`, without overwriting another program', () => {
  mkdirSync(programs, { recursive: true })
  expect(npmStart(clone, '--install').stdout).toContain(`Wrote ${join(programs, 'hermes')}`)
  const answer = newcomer(workspace, 'hermes', ['-z', 'list the files here'])
  expect(answer.stdout, answer.stderr).toContain('letter.txt')

  writeFileSync(join(programs, 'hermes'), 'something else')
  const refused = npmStart(clone, '--install')
  expect(refused.stderr).toContain('is another program')
  expect(refused.status).toBe(1)
  expect(readFileSync(join(programs, 'hermes'), 'utf8')).toBe('something else')
})

test('links the commands of every package before they are built', () => {
  const linked = readdirSync(join(clone, 'node_modules', '.bin')).filter((name) => /^hermes(?:-[a-z]+)*$/.test(name))
  expect(linked.toSorted()).toEqual([
    'hermes',
    'hermes-acp',
    'hermes-agent',
    'hermes-conformance',
    'hermes-fake-provider',
    'hermes-gateway',
  ])
  expect(newcomer(clone, 'npx', ['hermes', '--version']).stdout).toMatch(/^hermes \d/)
})

test('explains how to pack when `npm pack` is used', () => {
  const refused = newcomer(join(clone, 'packages', 'core'), 'npm', ['pack'])
  expect(refused.stderr).toContain('npx pnpm pack')
  expect(refused.status).not.toBe(0)
})
