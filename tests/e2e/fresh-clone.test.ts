import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './hermes.js'

// What a newcomer gets: the files under version control, an empty home, an empty npm cache.
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

/** As a newcomer types it: the machine's own Node, an empty home, no settings of this project. */
function npmStart(...args: string[]) {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const own = Object.entries(process.env).filter(([name]) => !/^(HERMES|VITEST|npm|TURBO)_/i.test(name))
  const path = process.env.PATH?.split(delimiter).filter((entry) => !entry.includes('node_modules'))
  return spawnSync('npm', ['start', '--silent', '--', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(own),
      PATH: path?.join(delimiter),
      HOME: home,
      npm_config_cache: join(folder, 'npm-cache'),
    },
  })
}

test('`npm start` installs, builds and answers; the second time it only answers', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n').length - 1
  const first = npmStart('-z', 'how many lines has README.md')
  expect(first.stdout, first.stderr).toContain(`${lines} lines`)
  expect(first.stderr).toContain('Installing')
  expect(first.status).toBe(0)

  const second = npmStart('-z', 'list the files here')
  expect(second.stdout).toContain('package.json')
  expect(second.stderr).not.toMatch(/Installing|Building/)
}, 600_000)
