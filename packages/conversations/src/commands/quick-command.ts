import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Command } from './command.js'
import { readLine } from './read-line.js'

/** A command from the config. */
export type QuickCommand = (ExecCommand | AliasCommand) & {
  readonly description?: string
  /** Whether the command replaces the built-in command of the same name. Default false. */
  readonly replaces?: boolean
}

/** Runs a command line and shows its output; for administrators only. Arguments are not passed on. */
export interface ExecCommand {
  readonly type: 'exec'
  readonly command: string
  /** The time limit in milliseconds. Default 30,000. */
  readonly timeoutMs?: number
}

/** Expands to another line: a command with its arguments, or a message. Arguments are appended. */
export interface AliasCommand {
  readonly type: 'alias'
  readonly target: string
}

/**
 * Runs a command line of the config in the environment of the conversation, with limits. Rejects with the reason of `signal`.
 */
export type RunCommandLine = (command: string, limits: CommandLineLimits) => Promise<CommandLineResult>

export interface CommandLineLimits {
  readonly timeoutMs: number
  /** The output limit in bytes; output beyond it is dropped. */
  readonly maxOutputBytes: number
  readonly signal: AbortSignal
}

export interface CommandLineResult {
  /** The output of both streams, interleaved. */
  readonly output: string
  /** The exit code. `null`: the process was ended by a signal. */
  readonly exitCode: number | null
  readonly isTimedOut: boolean
  readonly isTruncated: boolean
}

const usualTimeoutMs = 30_000
const maxOutputBytes = 64 * 1024
/** An alias may refer to another alias; cycles are cut off. */
const mostAliases = 8

/** Converts a quick command to a command of the table. */
export function quickCommand(name: string, definition: QuickCommand, runLine?: RunCommandLine): Command {
  const facts = { name, category: 'extension', description: definition.description ?? describe(definition) } as const
  if (definition.type === 'exec') {
    // The command line can do everything that the owner of the settings can.
    return { ...facts, who: 'admin', run: (_, { signal }) => runExec(definition, signal, runLine) }
  }
  // `find` has already expanded the alias, unless its target is a message.
  return {
    ...facts,
    usage: '[text]',
    becomesMessage: true,
    run: async (args) => ({ type: 'message', content: joined(definition, args) }),
  }
}

/** Expands aliases until a command or a message is left. */
export function expandAlias(
  line: string,
  quick: Readonly<Record<string, QuickCommand>>,
  hidden: ReadonlySet<string>,
): string {
  let current = line
  for (let depth = 0; depth < mostAliases; depth++) {
    const read = readLine(current)
    const definition = read && Object.hasOwn(quick, read.name) && !hidden.has(read.name) ? quick[read.name] : undefined
    if (!read || definition?.type !== 'alias' || !definition.target.startsWith('/')) return current
    current = joined(definition, read.args)
  }
  return current
}

function joined({ target }: AliasCommand, args: string): string {
  return args === '' ? target : `${target} ${args}`
}

function describe(definition: QuickCommand): string {
  return definition.type === 'exec' ? `run \`${definition.command}\`` : `stands for \`${definition.target}\``
}

async function runExec(
  { command, timeoutMs = usualTimeoutMs }: ExecCommand,
  signal: AbortSignal,
  runLine: RunCommandLine | undefined,
): Promise<CommandOutcome> {
  if (!runLine) return { type: 'error', text: 'Quick commands that run a command line cannot run here.' }
  const { output, exitCode, isTimedOut, isTruncated } = await runLine(command, { timeoutMs, maxOutputBytes, signal })
  if (isTimedOut) {
    return { type: 'error', text: `\`${command}\` was stopped after ${timeoutMs / 1000} seconds.${behind(output)}` }
  }
  if (exitCode !== 0) {
    return { type: 'error', text: `\`${command}\` ended with exit code ${exitCode ?? 'none'}.${behind(output)}` }
  }
  if (output.trim() === '') return { type: 'done' }
  const note = isTruncated ? '\n\nThe rest of the output was omitted.' : ''
  return { type: 'text', text: `${fenced(output)}${note}` }
}

function behind(output: string): string {
  return output.trim() === '' ? '' : `\n\n${fenced(output)}`
}

/** Fences text with more backticks than any fence inside it, so that the text cannot close the fence. */
function fenced(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((length, [run]) => Math.max(length, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.trimEnd()}\n${fence}`
}
