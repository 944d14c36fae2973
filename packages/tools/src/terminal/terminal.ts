import { defineTool, type Environment, type Tool, type ToolContext, type ToolOutput } from '@hermes/core'
import * as z from 'zod'
import { exitHint } from './exit-hint.js'
import { type CommandResult, runCommand } from './run-command.js'
import { createShellStates, nextState, type ShellStates } from './shell-state.js'

export interface TerminalToolsOptions {
  /** Where the commands run. */
  readonly environment: Environment
  readonly limits?: TerminalLimits
  /** Where each task's folder and variables are kept; give it to know them elsewhere too. Default: a new one. */
  readonly states?: ShellStates
}

export interface TerminalLimits {
  /** For a command that names no time of its own. Default 180,000. */
  readonly timeoutMs?: number
  /** The longest that a command may ask for. Default 600,000. */
  readonly maxTimeoutMs?: number
  /** Characters of output that the model gets; the middle of a longer one is left out. Default 50,000. */
  readonly outputCharacters?: number
}

/** Exit codes as `timeout` and the shell use them. */
const timeoutCode = 124
const interruptCode = 130

/** The toolset `terminal`. Each task has a shell of its own: folder and exported variables last from call to call. */
export function terminalTools({ environment, limits = {}, states }: TerminalToolsOptions): readonly Tool[] {
  const kept = states ?? createShellStates(environment.workingDirectory)
  return [terminalTool({ environment, limits: withDefaults(limits), states: kept })]
}

type Limits = Required<TerminalLimits>

function withDefaults({
  timeoutMs = 180_000,
  maxTimeoutMs = 600_000,
  outputCharacters = 50_000,
}: TerminalLimits): Limits {
  return { timeoutMs: Math.min(timeoutMs, maxTimeoutMs), maxTimeoutMs, outputCharacters }
}

function terminalTool(services: Services): Tool {
  const { limits } = services
  return defineTool({
    name: 'terminal',
    description: [
      'Runs a shell command and returns its output (standard output and error together) and its exit code.',
      'The working folder and exported variables last from call to call.',
      'There is no terminal and no input: a command that asks gets an end of file, so pass flags such as --yes.',
      'For files, prefer the file tools.',
    ].join(' '),
    toolset: 'terminal',
    effect: 'once',
    concurrency: 'never',
    parameters: z.object({
      command: z.string().min(1).describe('The command, for bash.'),
      timeout: z
        .number()
        .positive()
        .default(limits.timeoutMs / 1_000)
        .describe(`Seconds until the command is ended; at most ${limits.maxTimeoutMs / 1_000}.`),
      workdir: z
        .string()
        .min(1)
        .optional()
        .describe('The folder for this command alone. Default: where the last command ended.'),
    }),
    run: (args, context) => runInTask(services, args, context),
  })
}

interface Services {
  readonly environment: Environment
  readonly limits: Limits
  readonly states: ShellStates
}

interface Arguments {
  readonly command: string
  readonly timeout: number
  readonly workdir?: string | undefined
}

async function runInTask(
  { environment, limits, states }: Services,
  { command, timeout, workdir }: Arguments,
  context: ToolContext,
): Promise<ToolOutput> {
  const state = states.get(context.taskId)
  const { folder, note } = await findFolder(environment, state.folder)
  const timeoutMs = Math.min(timeout * 1_000, limits.maxTimeoutMs)
  const result = await runCommand(
    environment,
    {
      command,
      folder: workdir === undefined ? folder : within(folder, workdir),
      state,
      timeoutMs,
      outputLimit: limits.outputCharacters,
    },
    context,
  )
  const next = nextState(state, result.report)
  states.set(context.taskId, workdir === undefined ? next : { ...next, folder })
  return toOutput(command, result, { note, timeoutMs, limits })
}

/** The folder may have been removed since the last command. */
async function findFolder(
  { files, workingDirectory }: Environment,
  folder: string,
): Promise<{ readonly folder: string; readonly note?: string }> {
  if (folder === workingDirectory || (await files.stat(folder))?.kind === 'directory') return { folder }
  return {
    folder: workingDirectory,
    note: `The folder ${folder} no longer exists, so the command started in ${workingDirectory}.`,
  }
}

function within(folder: string, path: string): string {
  return /^[/~]/.test(path) ? path : `${folder}/${path}`
}

interface Circumstances {
  readonly note: string | undefined
  readonly timeoutMs: number
  readonly limits: Limits
}

function toOutput(command: string, result: CommandResult, { note, timeoutMs, limits }: Circumstances): ToolOutput {
  const { code, error } = outcome(result, timeoutMs, limits)
  const meaning = error === null ? exitHint(command, code) : undefined
  const content = JSON.stringify({
    output: result.output,
    exit_code: code,
    error,
    ...(meaning && { exit_code_meaning: meaning }),
    ...(note && { note }),
  })
  return error === null ? content : { content, isError: true }
}

function outcome({ endedBy, exit }: CommandResult, timeoutMs: number, { maxTimeoutMs }: Limits) {
  if (endedBy === 'interrupt') {
    return { code: interruptCode, error: 'The command was interrupted, and all that it had started was ended.' }
  }
  if (endedBy === 'timeout') {
    const advice =
      timeoutMs < maxTimeoutMs
        ? `Give it a longer timeout (at most ${maxTimeoutMs / 1_000}), or split the work.`
        : 'That is the longest a command may take: split the work.'
    return {
      code: timeoutCode,
      error: `The command took longer than ${timeoutMs / 1_000} s, and all that it had started was ended. ${advice}`,
    }
  }
  return { code: exit.code, error: null }
}
