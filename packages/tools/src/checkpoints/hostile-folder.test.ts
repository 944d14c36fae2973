import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createCheckpoints } from './checkpoints.js'

let root: string
let workspace: string
let trace: string
let evil: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hermes-hostile-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  workspace = join(root, 'work')
  trace = join(root, 'ran')
  mkdirSync(workspace)
  evil = put('evil', `#!/bin/sh\necho "$0 $*" >> '${trace}'\ncat\n`)
  chmodSync(evil, 0o755)
})

function put(path: string, content: string): string {
  const whole = join(workspace, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, content)
  return whole
}

function git(folder: string, ...args: readonly string[]) {
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: root,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  return execFileSync('/usr/bin/git', args, { cwd: join(workspace, folder), env, stdio: ['ignore', 'pipe', 'ignore'] })
}

/** Creates a repository that executes a program whenever git reads it. */
function makeHostile(folder: string) {
  mkdirSync(join(workspace, folder), { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  put(join(folder, 'file.txt'), 'one\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'first')
  put(join(folder, '.gitattributes'), attributes)
  arm(folder, '.git')
}

const attributes = '* filter=evil diff=evil merge=evil text eol=crlf ident working-tree-encoding=UTF-16\n'

function arm(folder: string, data: string) {
  const config = join(workspace, folder, data, 'config')
  const settings = [
    `[filter "evil"]\n\tclean = ${evil}\n\tsmudge = ${evil}\n\tprocess = ${evil}\n\trequired = true`,
    `[diff "evil"]\n\ttextconv = ${evil}\n\tcommand = ${evil}`,
    `[merge "evil"]\n\tdriver = ${evil}`,
    `[core]\n\tfsmonitor = ${evil}\n\thooksPath = ${workspace}/hooks\n\tpager = ${evil}\n\tsshCommand = ${evil}\n\taskPass = ${evil}\n\talternateRefsCommand = ${evil}`,
    `[diff]\n\texternal = ${evil}\n[submodule]\n\trecurse = true\n[include]\n\tpath = ${workspace}/more-settings`,
  ]
  writeFileSync(config, `${readFileSync(config, 'utf8')}${settings.join('\n')}\n`)
}

const hookNames = [
  'pre-commit',
  'post-checkout',
  'post-index-change',
  'reference-transaction',
  'fsmonitor-watchman',
  'post-commit',
  'pre-auto-gc',
  'post-update',
]

/** Fills one folder with all features that make git execute programs. */
function fillWorkspace() {
  put('file.txt', 'one\r\n$Id$\n')
  for (const name of hookNames) {
    cpSync(evil, join(workspace, 'hooks', name))
    put(`.hooks/${name}`, '#!/bin/sh\n')
  }
  put('more-settings', `[core]\n\tfsmonitor = ${evil}\n`)
  makeHostile('.')
  makeHostile('nested')
  makeHostile('deep/er/nested')
  for (const name of hookNames) cpSync(evil, join(workspace, 'nested/.git/hooks', name))
  // A submodule, whose data is inside the data of the project.
  git(
    '.',
    '-c',
    'protocol.file.allow=always',
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.hooksPath=/dev/null',
    'clone',
    '-q',
    './nested',
    'module',
  )
  mkdirSync(join(workspace, '.git/modules'))
  cpSync(join(workspace, 'module/.git'), join(workspace, '.git/modules/module'), { recursive: true })
  rmSync(join(workspace, 'module/.git'), { recursive: true })
  put('module/.git', 'gitdir: ../.git/modules/module\n')
  put('.gitmodules', `[submodule "module"]\n\tpath = module\n\turl = ./nested\n\tupdate = !${evil}\n\tignore = none\n`)
  arm('.', '.git/modules/module')
  put('module/.gitattributes', attributes)
  // A bare repository, and a folder that looks like one.
  git('.', '-c', 'core.fsmonitor=false', 'init', '-q', '--bare', 'bare')
  arm('.', 'bare')
  for (const name of hookNames) cpSync(evil, join(workspace, 'bare/hooks', name))
  // Linked repositories.
  put('linked/file.txt', 'one\n')
  symlinkSync('../nested/.git', join(workspace, 'linked/.git'))
  put('file-link/file.txt', 'one\n')
  put('file-link/real', `gitdir: ${workspace}/nested/.git\n`)
  symlinkSync('real', join(workspace, 'file-link/.git'))
}

/** Changes a file, so that git has something to process. */
function change(text: string) {
  for (const folder of ['.', 'nested', 'deep/er/nested', 'module', 'linked', 'file-link', 'bare']) {
    put(join(folder, 'file.txt'), text)
    put(join(folder, 'added.txt'), text)
  }
}

function open() {
  return createCheckpoints({ folder: join(root, 'store'), workspace, program: '/usr/bin/git' })
}

test('executes nothing from a malicious folder in any operation', async () => {
  fillWorkspace()
  // Runs the user's git to prove that the trap works. Its exit code does not matter.
  expect(() => git('nested', 'status')).not.toThrow(/ENOENT/)
  const couldRun = existsSync(trace)
  rmSync(trace, { force: true })
  const checkpoints = open()
  const first = await checkpoints.take('first')
  change('two\r\n')
  await checkpoints.take('second')
  change('three\r\n')
  expect(await checkpoints.diff(first.id)).toContain('+three')
  await checkpoints.restore(first.id)
  expect(readFileSync(join(workspace, 'file.txt'), 'latin1')).toBe('one\n')
  await open().take('again')
  await checkpoints.clear()
  expect({ couldRun, ran: existsSync(trace) ? readFileSync(trace, 'utf8') : '' }).toEqual({ couldRun: true, ran: '' })
})

test('restores every byte regardless of attributes', async () => {
  put('.gitattributes', '* text eol=crlf ident working-tree-encoding=UTF-16 filter=lfs\n')
  const contents = ['a\r\nb\n', '$Id$\n', '\u{feff}x', '']
  contents.forEach((content, index) => void put(`${index}`, content))
  const checkpoints = open()
  const { id } = await checkpoints.take('first')
  contents.forEach((_, index) => void put(`${index}`, 'changed'))
  await checkpoints.restore(id)
  expect(contents.map((_, index) => readFileSync(join(workspace, `${index}`), 'utf8'))).toEqual(contents)
})

test('leaves a nested repository alone, even when it is created or removed in the meantime', async () => {
  put('sub/file.txt', 'one')
  const checkpoints = open()
  const plain = await checkpoints.take('plain')
  git('sub', 'init', '-q')
  put('sub/file.txt', 'two')
  put('sub/other.txt', 'mine')
  const nested = await checkpoints.take('nested')
  await checkpoints.restore(plain.id)
  // It was stored earlier and is still stored.
  expect(readFileSync(join(workspace, 'sub/file.txt'), 'utf8')).toBe('one')
  expect(readFileSync(join(workspace, 'sub/other.txt'), 'utf8')).toBe('mine')
  await checkpoints.restore(nested.id)
  expect(readFileSync(join(workspace, 'sub/file.txt'), 'utf8')).toBe('two')
  mkdirSync(join(workspace, 'clone'))
  git('clone', 'init', '-q')
  put('clone/work.txt', 'mine')
  const own = await checkpoints.take('own')
  rmSync(join(workspace, 'clone/.git'), { recursive: true })
  await checkpoints.restore(own.id)
  expect(readFileSync(join(workspace, 'clone/work.txt'), 'utf8')).toBe('mine')
})

test('does not follow links that were added to the path', async () => {
  put('folder/.profile', 'evil')
  put('folder/deep/file', 'evil')
  const checkpoints = open()
  const { id } = await checkpoints.take('first')
  rmSync(join(workspace, 'folder'), { recursive: true })
  const outside = join(root, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, '.profile'), 'mine')
  put('.gitignore', 'folder\n')
  symlinkSync(outside, join(workspace, 'folder'))
  await checkpoints.restore(id).catch(() => undefined)
  expect(readFileSync(join(outside, '.profile'), 'utf8')).toBe('mine')
  expect(existsSync(join(outside, 'deep'))).toBe(false)
})

test('stores nothing through links and does not block on pipes', async () => {
  const secret = join(root, 'secret')
  mkdirSync(secret)
  writeFileSync(join(secret, 'key'), 'CANARY')
  symlinkSync(secret, join(workspace, 'link'))
  symlinkSync(join(secret, 'key'), join(workspace, 'key'))
  execFileSync('mkfifo', [join(workspace, 'pipe')])
  execFileSync('mkfifo', [join(workspace, '.gitignore')])
  const checkpoints = open()
  const { id } = await checkpoints.take('first')
  rmSync(join(workspace, 'link'))
  expect(await checkpoints.diff(id)).not.toContain('CANARY')
  await checkpoints.restore(id)
  expect(lstatSync(join(workspace, 'link')).isSymbolicLink()).toBe(true)
})

test('handles unusual names and very long ignore rules', async () => {
  const names = [
    'git~1',
    'new\nline',
    ':(top)x',
    '-rf',
    'back\\slash',
    '.GIT2',
    'CON',
    'x '.repeat(100),
    `${'a'.repeat(250)}`,
  ]
  for (const name of names) put(name, 'one')
  put('.gitignore', `${'*a'.repeat(30)}b\n${'**/'.repeat(30)}c\nignored\n`)
  put('ignored', 'one')
  const checkpoints = open()
  const { id } = await checkpoints.take('first', { signal: AbortSignal.timeout(20_000) })
  for (const name of [...names, 'ignored']) put(name, 'two')
  await checkpoints.restore(id)
  for (const name of names) expect(readFileSync(join(workspace, name), 'utf8'), name).toBe('one')
  expect(readFileSync(join(workspace, 'ignored'), 'utf8')).toBe('two')
})

test('keeps files that become ignored, and stores pruned objects again', async () => {
  put('a', 'one')
  const checkpoints = open()
  const { id } = await checkpoints.take('first')
  put('.gitignore', 'a\n')
  put('a', 'two')
  const { before } = await checkpoints.restore(id)
  expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('one')
  await checkpoints.restore(before.id)
  expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('two')
  // Runs in another process, which does not share the cache of the first one.
  execFileSync('/usr/bin/git', ['--git-dir', join(root, 'store'), 'for-each-ref', '--format=delete %(refname)'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
    .forEach(
      (line) =>
        void execFileSync('/usr/bin/git', ['--git-dir', join(root, 'store'), 'update-ref', '-d', line.slice(7)]),
    )
  execFileSync('/usr/bin/git', ['--git-dir', join(root, 'store'), 'prune', '--expire=now'])
  const last = await checkpoints.take('last')
  put('a', 'three')
  await checkpoints.restore(last.id)
  expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('two')
})
