import type { ProgramSpec } from './arguments/command-spec.js'
import { commandHelp, groupHelp, programHelp } from './arguments/help.js'
import { type GroupHelp, type Invocation, parseArguments } from './arguments/parse-arguments.js'
import { agentCommands } from './commands/chat/spec.js'
import { commands } from './commands/command-table.js'
import { exitCode } from './exit-code.js'
import { type Io, processIo, write } from './io.js'
import type { HomeOptions } from './setup/open-home.js'
import { UsageError } from './usage-error.js'
import { readVersion } from './version.js'

/** The programs of this package, by the name of their bin. */
const programs = {
  hermes: { name: 'hermes', commands },
  'hermes-agent': { name: 'hermes-agent', commands: agentCommands },
} satisfies Record<ProgramName, ProgramSpec>

export type ProgramName = 'hermes' | 'hermes-agent'

export interface CliOptions {
  /** Default `hermes`. */
  readonly program?: ProgramName
  /** Default: the process's own. */
  readonly io?: Io
}

/** Runs one command line (without the program's name) and resolves to its exit code. Never rejects: errors are reported on stderr. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<number> {
  const io = options.io ?? processIo()
  const program = programs[options.program ?? 'hermes']
  try {
    return await dispatch(program, parseArguments(program, args), io)
  } catch (error) {
    const isVerbose = args.includes('--verbose')
    // It knows the errors of core, which help and completion do not wait for.
    const { reportError } = await import('./report-error.js')
    await reportError(error, { io, isVerbose, program: program.name })
    return error instanceof UsageError ? exitCode.usage : exitCode.failed
  }
}

async function dispatch(program: ProgramSpec, invocation: Invocation | GroupHelp, io: Io): Promise<number> {
  if ('group' in invocation) {
    await write(io.stdout, groupHelp(program, invocation.group))
    return exitCode.ok
  }
  const { command, values: given, parameters } = invocation
  if (given.version) {
    await write(io.stdout, `${program.name} ${readVersion()}\n`)
    return exitCode.ok
  }
  if (given.help) {
    await write(io.stdout, command.path === '' ? programHelp(program) : commandHelp(program, command))
    return exitCode.ok
  }
  const values = await (await import('./setup/with-chosen-profile.js')).withChosenProfile(given, io)
  // Before anything is opened: a misspelt profile must not become a new home.
  if (values.profile !== undefined) await requireNamedProfile({ io, values })
  const run = await command.load()
  const place = values.in === undefined ? io : await (await import('./setup/in-folder.js')).inFolder(io, values.in)
  const start = (where: Io) => run({ program: program.name, commands: program.commands, values, parameters, io: where })
  if (!values.worktree) return start(place)
  return (await import('./setup/worktree/in-worktree.js')).inWorktree(values, place, start)
}

async function requireNamedProfile(options: HomeOptions): Promise<void> {
  const { findHome } = await import('./setup/open-home.js')
  const { requireProfile } = await import('@hermes/runtime')
  await requireProfile(findHome(options))
}
