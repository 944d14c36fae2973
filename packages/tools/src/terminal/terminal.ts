import {
  type AssessCall,
  defineTool,
  type Environment,
  HermesError,
  type Tool,
  type ToolContext,
  type ToolOutput,
} from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import * as z from 'zod'
import { processTool } from '../process/process.js'
import type { ProcessTable } from '../process/process-table.js'
import { createShellStates, type ShellStates } from '../shell/shell-state.js'
import { type TerminalLimits, withDefaults } from '../shell/terminal-limits.js'
import type { SpillStore } from '../spill/spill-store.js'
import { onlyLooks } from './only-looks.js'
import { runInBackground } from './run-in-background.js'
import { runInForeground } from './run-in-foreground.js'
import type { TerminalCall, TerminalServices } from './terminal-call.js'

export interface TerminalToolsOptions {
  /** Where the commands run. */
  readonly environment: Environment
  readonly limits?: TerminalLimits
  /** Where each task's folder and variables are kept; give it to know them elsewhere too. Default: a new one. */
  readonly states?: ShellStates
  /** Where commands go on that outlast their call. Default: nowhere; `terminal` knows no background, and there is no `process`. */
  readonly processes?: ProcessTable
  /** Keeps the whole of long outputs. Default: what is left out is lost. */
  readonly spill?: SpillStore
  /** Takes secrets out of outputs before they are cut; `false` leaves them. Default: one that knows no values of its own. */
  readonly redactor?: Pick<Redactor, 'redact' | 'stream'> | false
  /** What calls would do, for a gate. Default: nothing is said, so a gate asks about each of them. */
  readonly assess?: {
    /** Such as `createTerminalAssessor()` of `@hermes/approval`. */
    readonly command?: AssessCall
    /** What is written to a process in the background: such as `createProcessAssessor({ processes })`. */
    readonly input?: AssessCall
  }
}

/** The toolset `terminal`. Each task has a shell of its own: folder and exported variables last from call to call. */
export function terminalTools(options: TerminalToolsOptions): readonly Tool[] {
  const { environment, states, processes, limits: given = {}, spill, redactor, assess = {} } = options
  const limits = withDefaults(given)
  const services = {
    environment,
    limits,
    outputCharacters: limits.outputCharacters,
    states: states ?? createShellStates(environment.workingDirectory),
    ...(processes && { processes }),
    ...(spill && { spill }),
    ...(redactor !== undefined && { redactor }),
  }
  const { command, input } = assess
  return [
    terminalTool(services, command),
    ...(processes ? [processTool({ processes, limits, ...(input && { assessInput: input }) })] : []),
  ]
}

function terminalTool(services: TerminalServices, assess: AssessCall | undefined): Tool {
  return defineTool({
    name: 'terminal',
    description: describe(services),
    toolset: 'terminal',
    effect: 'once',
    concurrency: 'never',
    changesFiles: ({ command }) => !(typeof command === 'string' && onlyLooks(command)),
    callableFromPrograms: true,
    runsCommands: true,
    ...(assess && { assess }),
    guidance: 'Keep the terminal for what only a command can do.',
    parameters: services.processes ? withBackground(services) : inForeground(services),
    run: (args, context) => run(services, args, context),
  })
}

function describe({ processes }: TerminalServices): string {
  return [
    'Runs a shell command and returns its output (standard output and error together) and its exit code.',
    'The working folder and exported variables last from call to call.',
    'There is no terminal and no input: a command that asks gets an end of file, so pass flags such as --yes.',
    ...(processes
      ? ['Servers, watchers and whatever takes long: use background, not "&"; then see the tool process.']
      : []),
    'For files, prefer the file tools.',
  ].join(' ')
}

function inForeground({ limits, processes }: TerminalServices) {
  const otherwise = processes
    ? `Default: it goes on in the background after ${limits.timeoutMs / 1_000} without output.`
    : `Default ${limits.timeoutMs / 1_000}.`
  return z.object({
    command: z.string().min(1).describe('The command, for bash.'),
    timeout: z
      .number()
      .positive()
      .optional()
      .describe(`Seconds until the command is ended; at most ${limits.maxTimeoutMs / 1_000}. ${otherwise}`),
    workdir: z
      .string()
      .min(1)
      .optional()
      .describe('The folder for this command alone. Default: where the last command ended.'),
  })
}

function withBackground(services: TerminalServices) {
  return inForeground(services).extend({
    background: z.boolean().optional().describe('Return at once; the command goes on, and takes input.'),
    notify_on_complete: z.boolean().optional().describe('background: tell you when it ends. Default true.'),
    watch_patterns: z
      .array(z.string())
      .optional()
      .describe('background: tell you of lines with such a text, or /regular expression/.'),
    pty: z.boolean().optional().describe('Give it a terminal, for programs that need one.'),
  })
}

/** Folder and variables of the task are found, and kept for the next command. */
async function run(services: TerminalServices, args: TerminalCall, context: ToolContext): Promise<ToolOutput> {
  const { environment, states } = services
  const state = states.get(context.taskId)
  const { folder, note } = await findFolder(environment, state.folder)
  const request = {
    command: args.command,
    folder: args.workdir === undefined ? folder : within(folder, args.workdir),
    state,
    sessionId: context.sessionId,
    callId: context.callId,
    ...(args.pty && { terminal: { columns: 120, rows: 40 } }),
  }
  const place = { request, folder, note }
  if (!args.background) return runInForeground(services, args, place, context)
  if (args.timeout === undefined) return runInBackground(services, args, place, context)
  throw new HermesError(
    'terminal/arguments',
    'A command in the background has no timeout: leave it out, or end the process yourself.',
  )
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
