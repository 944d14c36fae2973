import type { ResolveHomeOptions } from '@hermes/runtime'
import { findLanguage } from '@hermes/runtime/language'
import type { ProgramSpec } from '../arguments/command-spec.js'
import { commandHelp, groupHelp, programHelp } from '../arguments/help.js'
import { type GroupHelp, type Invocation, parseArguments } from '../arguments/parse-arguments.js'
import { agentCommands } from '../commands/chat/spec.js'
import { commands } from '../commands/command-table.js'
import { commandTopics, groupSummaries } from '../commands/command-topics.js'
import { exitCode } from '../exit-code.js'
import { type Io, ioWith, type ProcessIo, processIo, write } from '../io.js'
import { openTranslate } from '../language/open-translate.js'
import type { HomeOptions } from '../setup/open-home.js'
import { UsageError } from '../usage-error.js'
import { readVersion } from '../version.js'

/** Programs of this package, by the name of their bin. */
const programs = {
  hermes: { name: 'hermes', commands, topics: commandTopics, groupSummaries },
  'hermes-agent': { name: 'hermes-agent', commands: agentCommands },
} satisfies Record<ProgramName, ProgramSpec>

export type ProgramName = 'hermes' | 'hermes-agent'

export interface CliOptions {
  /** Name of the program. Default: `hermes`. */
  readonly program?: ProgramName
  /** Input and output. Default: those of the process. */
  readonly io?: ProcessIo
}

/** Runs one command line (without the program's name) and resolves to its exit code. Never rejects: errors are reported on stderr. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<number> {
  const own = options.io ?? processIo()
  const program = programs[options.program ?? 'hermes']
  let io = await inLanguage(own)
  try {
    const invocation = await withProfile(parseArguments(program, args), own)
    if ('values' in invocation && invocation.values.profile !== undefined)
      io = await inLanguage(own, { profile: invocation.values.profile })
    return await dispatch(program, invocation, io)
  } catch (error) {
    const isVerbose = args.includes('--verbose')
    // Imported here because it loads the errors of core, which help and completion do not wait for.
    const { reportError } = await import('../render/outcomes/report-error.js')
    await reportError(error, { io, isVerbose, program: program.name })
    return error instanceof UsageError ? exitCode.usage : exitCode.failed
  }
}

async function inLanguage(io: ProcessIo, home: ResolveHomeOptions = {}): Promise<Io> {
  return ioWith(io, { t: await openTranslate(await findLanguage(io.env, home)) })
}

/** Adds the chosen profile, for commands that open a home. */
async function withProfile(invocation: Invocation | GroupHelp, io: ProcessIo): Promise<Invocation | GroupHelp> {
  if ('group' in invocation || invocation.values.version || invocation.values.help) return invocation
  const { withChosenProfile } = await import('../setup/with-chosen-profile.js')
  return { ...invocation, values: await withChosenProfile(invocation.values, io) }
}

async function dispatch(program: ProgramSpec, invocation: Invocation | GroupHelp, io: Io): Promise<number> {
  if ('group' in invocation) {
    await write(io.stdout, groupHelp(program, invocation.group, io.t))
    return exitCode.ok
  }
  const { command, values, parameters } = invocation
  if (values.version) {
    await write(io.stdout, `${program.name} ${readVersion()}\n`)
    return exitCode.ok
  }
  if (values.help) {
    await write(io.stdout, command.path === '' ? programHelp(program, io.t) : commandHelp(program, command, io.t))
    return exitCode.ok
  }
  // Checked before anything is opened: a misspelled profile must not become a new home.
  if (values.profile !== undefined) await requireNamedProfile({ io, values })
  const run = await command.load()
  const place = values.in === undefined ? io : await (await import('../setup/in-folder.js')).inFolder(io, values.in)
  const start = (where: Io) => run({ program: program.name, commands: program.commands, values, parameters, io: where })
  if (!values.worktree) return start(place)
  return (await import('../setup/worktree/in-worktree.js')).inWorktree(values, place, start)
}

async function requireNamedProfile(options: HomeOptions): Promise<void> {
  const { findHome } = await import('../setup/open-home.js')
  const { requireProfile } = await import('@hermes/runtime')
  await requireProfile(findHome(options))
}
