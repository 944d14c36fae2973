import { describe, expect, test } from 'vitest'
import { readSources, readText } from './source-files.js'

/** The test kit runs nothing for users. */
const shipped = readSources().filter(
  ({ isTest, path }) => !isTest && !path.startsWith('packages/testkit/') && !/\/(?:corpus|escapes)\//.test(path),
)

/** The code of a file: what comments say is nothing that runs. */
function codeOf(path: string): string {
  return readText(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}

function filesWith(pattern: RegExp, among = shipped): readonly string[] {
  return among
    .map(({ path }) => path)
    .filter((path) => pattern.test(codeOf(path)))
    .sort()
}

/** Where each of these stands in the sources, and why it may. */
type Census = Readonly<Record<string, string>>

describe('every call of a tool passes the gate', () => {
  // Whatever is called `tool` and is run. Runs of agents, commands and statements have other names.
  const callers: Census = {
    'packages/tools/src/executor/run-call.ts': 'the executor, after the gate has allowed the call',
  }

  test('the executor is the only one that runs tools', () => {
    expect(filesWith(/\b(?:tool|registered|entry\.tool|found\.tool)\s*[?!]?\.run\s*\(/i)).toEqual(Object.keys(callers))
  })

  test('it asks the gate before', () => {
    const code = codeOf('packages/tools/src/executor/run-call.ts')
    const attempt = code.slice(code.indexOf('async function attempt'), code.indexOf('function show'))
    expect(attempt.indexOf('askGate(')).toBeGreaterThan(0)
    expect(attempt.indexOf('runTool(')).toBeGreaterThan(attempt.indexOf('askGate('))
    expect(code.match(/\brunTool\(/g)).toHaveLength(2)
  })

  test('no executor of the product is made without it', () => {
    const makers = filesWith(/\bcreateToolExecutor\(/).filter((path) => !path.startsWith('packages/tools/src/'))
    expect(makers).toEqual(['packages/runtime/src/agents/open-executor.ts'])
    const code = codeOf('packages/runtime/src/agents/open-executor.ts')
    expect(code).toMatch(/^ {2}readonly gate: ToolGate$/m)
    expect(code).toMatch(/const guarded = \{\s*gate,/)
    for (const [, argument = ''] of code.matchAll(/createToolExecutor\((\w+|\{[^}]*\})/g))
      expect(guardedArguments(code)).toContain(argument)
  })

  test('one gate is made, in one place', () => {
    expect(filesWith(/\bcreateApprovalGate\(/).filter((path) => !path.startsWith('packages/approval/'))).toEqual([
      'packages/runtime/src/approvals/open-approvals.ts',
    ])
  })
})

/** Names of options that hold the gate, directly or by taking over others that do. */
function guardedArguments(code: string): readonly string[] {
  const names = ['guarded']
  for (const [, name = '', body = ''] of code.matchAll(/const (\w+) = (\{[^}]*\})/g))
    if (names.some((known) => body.includes(`...${known}`))) names.push(name)
  return names
}

const processLibraries = [
  'child_process',
  'cluster',
  'vm',
  'worker_threads',
  'open',
  'execa',
  'cross-spawn',
  'node-pty',
  '@lydell/node-pty',
  '@homebridge/node-pty-prebuilt-multiarch',
]

describe('processes are started in known places only', () => {
  const starters: Census = {
    'apps/cli/src/auth/open-browser.ts': 'the browser, for a login that the user has asked for',
    'packages/environments/src/docker/engine.ts': 'docker or podman, for the containers of an environment',
    'packages/environments/src/local/guardian.ts': 'ends what an agent that died has left: runs no command of a model',
    'packages/environments/src/local/launch-piped.ts': 'the commands of an environment',
    'packages/environments/src/local/load-pty.ts': 'the same in a terminal',
    'packages/environments/src/remote/piped-program.ts': 'the commands of an environment, through docker or ssh',
    'packages/environments/src/sandbox/namespace-keeper.ts': 'holds the namespaces of the sandbox: a fixed program',
    'packages/environments/src/sandbox/probe-sandbox.ts': 'finds out whether there is a sandbox: a fixed program',
    'packages/state/src/maintenance/background-check.ts': 'checks a large file beside its use: a fixed program',
    'packages/state/src/maintenance/copy-apart.ts': 'copies one file of the store: a fixed program',
    'packages/tools/src/checkpoints/object-store.ts':
      'git, which keeps files before they are changed: fixed commands, on a repository of its own without a work tree',
    'packages/tools/src/code/javascript-kernel.ts':
      'text of the program that runs in the environment; its calls of tools come back through the gate',
    'packages/tools/src/files/documents/pdf-text.ts': 'a thread for the library that reads PDF files',
    'packages/tools/src/files/documents/pdf-worker.ts': 'the other end of it',
  }
  const users: Census = {
    'apps/cli/src/chat/git-diff.ts': '`git diff` for /diff, which a person types: a fixed command',
    'apps/cli/src/doctor/check-commands.ts': 'doctor, which tries whether commands run: a fixed command',
    'packages/environments/src/local/launch-in-terminal.ts': 'the commands of an environment, in a terminal',
    'packages/environments/src/remote/pty-program.ts':
      'the commands of an environment, through docker or ssh in a terminal',
    'packages/environments/src/remote/sync-files.ts': 'brings files to and fro: fixed commands',
    'packages/environments/src/sandbox/with-sandbox.ts': 'hands the command on to the environment that it wraps',
    'packages/tools/src/code/interpreter-search.ts': 'looks for interpreters: a fixed command',
    'packages/tools/src/code/start-kernel.ts': 'execute_code: programs are judged by the gate before',
    'packages/tools/src/files/search/ripgrep.ts': 'search_files: ripgrep, its arguments quoted',
    'packages/tools/src/files/syntax/python-errors.ts': 'compiles what was written, without running it',
    'packages/tools/src/spill/spill-environment.ts': 'keeps long outputs in the environment: a fixed command',
    'packages/tools/src/terminal/live-command.ts': 'terminal: commands are judged by the gate before',
  }

  test('what can start one is loaded where it is known', () => {
    const loads = ({ specifier }: { readonly specifier: string }) =>
      processLibraries.includes(specifier.replace(/^node:/, ''))
    const found = shipped.filter((file) => file.imports.some(loads)).map(({ path }) => path)
    expect([...found].sort()).toEqual(Object.keys(starters))
  })

  test('the environment is asked for one where it is known', () => {
    expect(filesWith(/\.spawn\(/)).toEqual(Object.keys(users))
  })

  test('nothing compiles code out of a text', () => {
    expect(filesWith(/\bnew Function\(|(?<![\w.'"`/])eval\(|process\.binding\(/)).toEqual([])
  })
})
