import { describe, expect, test } from 'vitest'
import { readSources, readText } from './source-files.js'

/** The test kit runs nothing for users. */
const shipped = readSources().filter(
  ({ isTest, path }) => !isTest && !path.startsWith('packages/testkit/') && !/\/(?:corpus|escapes)\//.test(path),
)

/** Returns the code of a file without comments. */
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

/** The files in which each pattern occurs, with the reason. */
type Census = Readonly<Record<string, string>>

describe('every call of a tool passes the gate', () => {
  // Matches every `tool` that is run. Runs of agents, commands and statements have other names.
  const callers: Census = {
    'packages/runtime/src/features/mcp/agreed-tool.ts':
      'the tool of a server, when the executor runs the tool that wraps it: it never runs a changed one',
    'packages/runtime/src/plugins/worker-source.ts':
      'the process of a plugin, when the executor runs the tool that stands for it here',
    'packages/tools/src/executor/run-call.ts': 'the executor, after the gate has allowed the call',
  }

  test('only the executor runs tools', () => {
    expect(filesWith(/\b(?:tool|registered|entry\.tool|found\.tool)\s*[?!]?\.run\s*\(/i)).toEqual(Object.keys(callers))
  })

  test('the executor asks the gate first', () => {
    const code = codeOf('packages/tools/src/executor/run-call.ts')
    const attempt = code.slice(code.indexOf('async function attempt'), code.indexOf('function show'))
    expect(attempt.indexOf('askGate(')).toBeGreaterThan(0)
    expect(attempt.indexOf('runTool(')).toBeGreaterThan(attempt.indexOf('askGate('))
    expect(code.match(/\brunTool\(/g)).toHaveLength(2)
  })

  test('every executor of the product has a gate', () => {
    const makers = filesWith(/\bcreateToolExecutor\(/).filter((path) => !path.startsWith('packages/tools/src/'))
    expect(makers).toEqual(['packages/runtime/src/agents/open-executor.ts'])
    const code = codeOf('packages/runtime/src/agents/open-executor.ts')
    expect(code).toMatch(/^ {2}readonly gate: ToolGate$/m)
    expect(code).toMatch(/const guarded = \{\s*gate,/)
    for (const [, argument = ''] of code.matchAll(/createToolExecutor\((\w+|\{[^}]*\})/g))
      expect(guardedArguments(code)).toContain(argument)
  })

  test('the gate is created in one place', () => {
    expect(filesWith(/\bcreateApprovalGate\(/).filter((path) => !path.startsWith('packages/approval/'))).toEqual([
      'packages/runtime/src/approvals/open-approvals.ts',
    ])
  })
})

/** Returns the names of options that contain the gate, directly or by extending others. */
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

describe('processes are only started in known places', () => {
  /** A program that the product starts, directly or through the environment. */
  interface Started {
    readonly what: string
    /** What project files or a task's variables could make it do. */
    readonly byProjectData: string
    /** What prevents that. */
    readonly stoppedBy: string
  }
  type Programs = Readonly<Record<string, Started>>

  const nothing = 'nothing: it reads no file of a project'
  const any = 'anything: it is what the model has asked for, or what a project has it run'
  const held = 'the environment: a sandbox or a container holds it; without one, the gate is what there is'
  const clients =
    'its variables are the user’s own, without credentials; those of a task go over its standard input; no search path leads into the project'

  const starters: Programs = {
    'apps/cli/src/commands/auth/open-browser.ts': {
      what: 'the browser, for a login that the user has asked for',
      byProjectData: nothing,
      stoppedBy: 'the address is that of the provider',
    },
    'apps/cli/src/chat/input/external-editor.ts': {
      what: 'the editor of VISUAL or EDITOR, for a message that the user wants to edit',
      byProjectData: nothing,
      stoppedBy: 'the command line is the user’s own, and the file has a fixed name in a new folder',
    },
    'apps/cli/src/setup/sources/git.ts': {
      what: '`git fetch` of a repository with skills, plugins or a profile, and clone and push of one for a skill, which a person names on the command line',
      byProjectData:
        'nothing: it reads no file of a project; the repository cannot name hooks, filters, submodules or links',
      stoppedBy:
        'a new folder in the cache, constant settings, only https and ssh (a push also takes a folder), and the scan before anything is installed or pushed',
    },
    'apps/cli/src/setup/sources/npm-registry.ts': {
      what: '`npm config get registry`, for a plugin that a person installs from npm',
      byProjectData: 'nothing: npm reads the .npmrc of the folder that it runs in, which is the home of Hermes',
      stoppedBy: 'a constant command that only prints a setting',
    },
    'apps/gateway/src/prove/replicas/replica.ts': {
      what: 'this program, for `gateway prove`, which a person writes on the command line',
      byProjectData: 'nothing: it works in a new folder of its own',
      stoppedBy: 'its arguments and settings are constants of the command',
    },
    'apps/gateway/src/service/run-program.ts': {
      what: 'the service manager (systemctl, launchctl, schtasks, systemd-notify), `ps` and `sh` for an account’s folder, and this program in the background, for commands of `gateway` that a person writes on the command line',
      byProjectData: nothing,
      stoppedBy: 'constant commands; the name of the account is checked; commands of the agent are refused',
    },
    'apps/cli/src/setup/worktree/run-git.ts': {
      what: '`git fetch` and `git worktree`, for `--worktree`, which a person writes on the command line',
      byProjectData: 'nothing: hooks, monitors and the ssh command are set here, and other programs are refused',
      stoppedBy: 'constant settings, and a check of the settings of the repository before the first fetch',
    },
    'packages/environments/src/docker/engine.ts': {
      what: 'docker or podman, for the containers of an environment',
      byProjectData: 'be another program, by a search path that leads into the project',
      stoppedBy: clients,
    },
    'packages/environments/src/local/guardian.ts': {
      what: 'a shell that ends what an agent that died has left: runs no command of a model',
      byProjectData: nothing,
      stoppedBy: 'a constant environment, and the root folder to work in',
    },
    'packages/environments/src/local/launch-piped.ts': {
      what: 'the commands of an environment: their shell, or the launcher of the sandbox',
      byProjectData: any,
      stoppedBy: `${held}. The launcher starts from a constant environment; what a task has exported is there inside only`,
    },
    'packages/environments/src/local/load-pty.ts': {
      what: 'the same in a terminal',
      byProjectData: any,
      stoppedBy: 'the same',
    },
    'packages/environments/src/remote/piped-program.ts': {
      what: 'docker or ssh, for the commands of an environment',
      byProjectData: 'be another program, by a search path that leads into the project',
      stoppedBy: clients,
    },
    'packages/environments/src/sandbox/git/settings/git-config.ts': {
      what: 'git config, on the text of a settings file that a command has changed, or on a draft',
      byProjectData: 'include other files, or name programs',
      stoppedBy:
        'the text comes over standard input with --no-includes, git config runs nothing that it reads, a constant environment without a repository, and a git that only root and the user can replace',
    },
    'packages/environments/src/egress/listen-inside.ts': {
      what: 'nsenter from a system folder with this Node.js and a fixed program, which listens in the network of commands',
      byProjectData: 'be another program',
      stoppedBy: 'nsenter is taken from system folders only, and its environment is empty',
    },
    'packages/environments/src/sandbox/namespaces/namespace-keeper.ts': {
      what: 'bubblewrap with a fixed program, which holds the namespaces of the sandbox',
      byProjectData: 'be another program',
      stoppedBy:
        'an empty environment; bubblewrap is one of the system that only root and the user can replace, and held in its place',
    },
    'packages/environments/src/sandbox/probe-sandbox.ts': {
      what: 'bubblewrap with a fixed program, which finds out whether there is a sandbox',
      byProjectData: 'be another program, by a remembered answer',
      stoppedBy: 'what is remembered names no program, and lies where neither commands nor file tools write',
    },
    'packages/runtime/src/home/run-compiled.ts': {
      what: 'no process: `vm` runs the files of this program that a start loads, with the compiled code that an earlier one kept',
      byProjectData: nothing,
      stoppedBy:
        'the files are those of the installation; the compiled code lies where that of Node’s compile cache does, in a folder of the home that only its owner can write and commands in the sandbox do not see',
    },
    'packages/runtime/src/plugins/plugin-process.ts': {
      what: 'a plugin that the owner has installed and enabled, in a Node of its own',
      byProjectData: nothing,
      stoppedBy:
        'its working folder is its own, its variables are those of its manifest, and its files have the hash of the install',
    },
    'packages/state/src/maintenance/check/background-check.ts': {
      what: 'Node.js with a fixed program, which checks a large file of the store',
      byProjectData: nothing,
      stoppedBy: 'absolute paths, and no NODE_OPTIONS',
    },
    'packages/state/src/maintenance/copy/copy-in-child-process.ts': {
      what: 'Node.js with a fixed program, which copies one file of the store',
      byProjectData: nothing,
      stoppedBy: 'absolute paths, and no NODE_OPTIONS',
    },
    'packages/tools/src/checkpoints/object-store.ts': {
      what: 'git, which keeps objects and trees of the files before they are changed: fixed commands',
      byProjectData:
        'filters, converters, monitors and hooks, by attributes and by the settings of repositories in the folder',
      stoppedBy:
        'it has no work tree and reads no file of the project; its variables and settings are constant; it is never taken from the project',
    },
    'packages/tools/src/code/javascript-kernel.ts': {
      what: 'text of the program that runs in the environment; its calls of tools come back through the gate',
      byProjectData: any,
      stoppedBy: held,
    },
    'packages/memory/src/providers/mem0-local/library-thread.ts': {
      what: 'a library of the home that the owner has installed and configured, in a thread',
      byProjectData: nothing,
      stoppedBy: 'it is only looked for among the packages of the home',
    },
    'packages/safety/src/worker/thread-program.ts': {
      what: 'the threads in which libraries read PDF files, documents and web pages, and long texts are scanned',
      byProjectData: 'keep it busy, or fill its memory',
      stoppedBy: 'limits of time and memory',
    },
    'packages/safety/src/worker/worker-thread.ts': {
      what: 'threads for modules of this package: starts them and ends them at their limits',
      byProjectData: 'the same',
      stoppedBy: 'the same',
    },
  }
  const users: Programs = {
    'apps/cli/src/attachments/clipboard-image.ts': {
      what: 'a program of the system that prints the image of the clipboard, for /paste, which a person types',
      byProjectData: nothing,
      stoppedBy: 'constant commands, and no search path leads into the project',
    },
    'packages/conversations/src/commands/git-diff.ts': {
      what: '`git diff` for /diff, which a person types: a fixed command',
      byProjectData: 'filters and monitors that the repository names, also those in it',
      stoppedBy: held,
    },
    'apps/cli/src/chat/own-commands.ts': {
      what: 'a command that a person types after `!`',
      byProjectData: any,
      stoppedBy: held,
    },
    'packages/conversations/src/commands/run-command-line.ts': {
      what: 'a quick command of the config, which a person types by its name',
      byProjectData: any,
      stoppedBy: held,
    },
    'apps/cli/src/commands/doctor/check-commands.ts': {
      what: 'doctor, which tries whether commands run: a fixed command',
      byProjectData: nothing,
      stoppedBy: held,
    },
    'apps/cli/src/commands/doctor/check-network.ts': {
      what: 'doctor, which asks the proxy of commands: a fixed command',
      byProjectData: nothing,
      stoppedBy: held,
    },
    'packages/environments/src/local/launch-in-terminal.ts': {
      what: 'the commands of an environment, in a terminal',
      byProjectData: any,
      stoppedBy: held,
    },
    'packages/environments/src/remote/pty-program.ts': {
      what: 'the commands of an environment, through docker or ssh in a terminal',
      byProjectData: any,
      stoppedBy: clients,
    },
    'packages/environments/src/remote/sync-files.ts': {
      what: 'brings files to and fro: fixed commands, their names quoted',
      byProjectData: nothing,
      stoppedBy: 'the files are those that the settings name',
    },
    'packages/environments/src/sandbox/with-sandbox.ts': {
      what: 'hands the command on to the environment that it wraps',
      byProjectData: any,
      stoppedBy: held,
    },
    'packages/runtime/src/environments/with-files.ts': {
      what: 'hands the command on to the environment that it wraps',
      byProjectData: any,
      stoppedBy: held,
    },
    'packages/runtime/src/features/shell-hooks/run-command.ts': {
      what: 'the commands that the owner has written into the settings, where the commands of the agent run',
      byProjectData: any,
      stoppedBy: held,
    },
    'packages/runtime/src/features/shell-hooks/try-hooks.ts': {
      what: 'a fixed check of these commands: the shell reads one from its input without running it, and looks for its program',
      byProjectData: nothing,
      stoppedBy: 'the name of the program is a plain word',
    },
    'packages/runtime/src/services/server-processes.ts': {
      what: 'the programs of MCP servers that the user has configured; their tools pass the gate',
      byProjectData: 'be another program, by a search path that leads into the project',
      stoppedBy: 'a constant environment with the declared variables; no search path leads into the project',
    },
    'packages/runtime/src/jobs/run-script.ts': {
      what: 'scripts of scheduled jobs: files of the home, to which the agent cannot write',
      byProjectData: 'whatever the script does with the files of the folder that its job works in',
      stoppedBy: held,
    },
    'packages/tools/src/code/interpreter-search.ts': {
      what: 'looks for interpreters: a fixed command',
      byProjectData: nothing,
      stoppedBy: held,
    },
    'packages/tools/src/code/start-kernel.ts': {
      what: 'execute_code: programs are judged by the gate before',
      byProjectData: any,
      stoppedBy: held,
    },
    'packages/tools/src/files/search/ripgrep.ts': {
      what: 'search_files: ripgrep, its arguments quoted',
      byProjectData: 'leave files out, by .gitignore and .ignore; a settings file could name a program for each file',
      stoppedBy: `--no-config, and ${held}`,
    },
    'packages/tools/src/files/syntax/python-errors.ts': {
      what: 'compiles what was written, without running it',
      byProjectData: 'be another module of that name, which Python would load',
      stoppedBy: `python3 -I -S, which looks for none in the folder, and ${held}`,
    },
    'packages/tools/src/spill/spill-environment.ts': {
      what: 'keeps long outputs in the environment: a fixed command',
      byProjectData: nothing,
      stoppedBy: held,
    },
    'packages/tools/src/shell/live-command.ts': {
      what: 'terminal: commands are judged by the gate before',
      byProjectData: any,
      stoppedBy: held,
    },
  }

  test('each place states what project data can make it do, and what prevents that', () => {
    for (const [path, { what, byProjectData, stoppedBy }] of Object.entries({ ...starters, ...users }))
      expect({ path, isComplete: [what, byProjectData, stoppedBy].every((text) => text !== '') }).toEqual({
        path,
        isComplete: true,
      })
  })

  test('git only runs on its own repository, without project data', () => {
    const code = codeOf('packages/tools/src/checkpoints/object-store.ts')
    for (const setting of ['core.bare=true', 'core.hooksPath=/dev/null', 'core.fsmonitor=false', 'GIT_CONFIG_NOSYSTEM'])
      expect(code).toContain(setting)
    expect(code).not.toMatch(/GIT_WORK_TREE:|process\.env/)
    const started = shipped.filter(({ path }) => /(?:spawn|execFile|exec)\w*\(\s*['"`]git\b/.test(codeOf(path)))
    expect(started.map(({ path }) => path)).toEqual([])
  })

  test('no program on this machine gets the variables of a task', () => {
    // Variables of a request go through the sandbox, or over standard input of the remote side.
    expect(filesWith(/\brequest\.variables\b/)).toEqual([
      'packages/environments/src/local/launch-piped.ts',
      'packages/tools/src/code/start-kernel.ts',
    ])
    expect(codeOf('packages/environments/src/local/start-process.ts')).toMatch(
      /const \{ ended, \.\.\.wrapped \}: LaunchableCommand = sandbox \? await sandbox\.wrap\(plain\) : plain\s+const wanted = \{ \.\.\.request, \.\.\.wrapped \}/,
    )
  })

  test('modules that start processes are only imported in known places', () => {
    const loads = ({ specifier }: { readonly specifier: string }) =>
      processLibraries.includes(specifier.replace(/^node:/, ''))
    const found = shipped.filter((file) => file.imports.some(loads)).map(({ path }) => path)
    expect([...found].sort()).toEqual(Object.keys(starters).sort())
  })

  test('environments are only asked to start processes in known places', () => {
    expect(filesWith(/\.spawn\(/)).toEqual(Object.keys(users).sort())
  })

  test('no code is compiled from text', () => {
    expect(filesWith(/\bnew Function\(|(?<![\w.'"`/])eval\(|process\.binding\(/)).toEqual([])
  })
})
