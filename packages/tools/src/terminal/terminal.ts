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
import { dropsWork } from './drops-work.js'
import { isReadOnlyCommand } from './is-read-only-command.js'
import { runInBackground } from './run-in-background.js'
import { runInForeground } from './run-in-foreground.js'
import type { TerminalCall, TerminalServices } from './terminal-call.js'
import { terminalIdentity } from './tool-identity.js'

export interface TerminalToolsOptions {
  /** Environment that runs the commands. */
  readonly environment: Environment
  readonly limits?: TerminalLimits
  /** Folders and variables of tasks. Pass an instance to share them. Default: a new instance. */
  readonly states?: ShellStates
  /**
   * Runs commands that outlast their calls. Default: none; `terminal` has no background mode and there is no `process`
   * tool.
   */
  readonly processes?: ProcessTable
  /** Stores the complete text of long outputs. Default: the omitted part is lost. */
  readonly spill?: SpillStore
  /**
   * Removes secrets from output before it is truncated; `false` disables it. Default: a redactor without known values.
   */
  readonly redactor?: Pick<Redactor, 'redact' | 'stream'> | false
  /** Assessors for an approval gate. Default: no assessment, so the gate asks about every call. */
  readonly assess?: {
    /** Assesses commands, for example `createTerminalAssessor()` of `@hermes/approval`. */
    readonly command?: AssessCall
    /** Assesses input for background processes, for example `createProcessAssessor({ processes })`. */
    readonly input?: AssessCall
  }
}

/** Creates the `terminal` toolset. Each task has its own shell, whose folder and exported variables persist between calls. */
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
    ...terminalIdentity,
    description: describe(services),
    effect: 'once',
    kind: 'execute',
    concurrency: 'never',
    changesFiles: ({ command }) => !(typeof command === 'string' && isReadOnlyCommand(command)),
    dropsWork: ({ command }) => typeof command === 'string' && dropsWork(command),
    callableFromPrograms: true,
    runsCommands: true,
    ...(assess && { assess }),
    parameters: parametersOf(services),
    run: (args, context) => run(services, args, context),
  })
}

function describe({ processes }: TerminalServices): string {
  return [
    'Run a shell command (bash); folder and exported variables persist. It has no input: pass flags such as --yes.',
    ...(processes ? ['For servers, watchers and long commands use background, not "&"; then the tool process.'] : []),
  ].join(' ')
}

const command = z.string().min(1)
const workdir = z.string().min(1).optional().describe('The folder for this command alone.')
const seconds = z.number().positive().optional()
const ofBackground = {
  background: z.boolean().optional().describe('Return at once; it runs on and takes input.'),
  notify_on_complete: z.boolean().optional().describe('background: tell you when it ends. Default true.'),
  watch_patterns: z.array(z.string()).optional().describe('background: report lines with this text or /regex/.'),
  pty: z.boolean().optional().describe('For programs that need a terminal.'),
}

function parametersOf({ limits, processes }: TerminalServices) {
  const otherwise = processes
    ? `Default: to the background after ${limits.timeoutMs / 1_000} without output.`
    : `Default ${limits.timeoutMs / 1_000}.`
  const timeout = seconds.describe(`Seconds until it is ended, at most ${limits.maxTimeoutMs / 1_000}. ${otherwise}`)
  const foreground = { command, timeout, workdir }
  return processes ? z.object({ ...foreground, ...ofBackground }) : z.object(foreground)
}

/** Loads the folder and variables of the task, runs the command, and stores them for the next command. */
async function run(services: TerminalServices, args: TerminalCall, context: ToolContext): Promise<ToolOutput> {
  const { environment, states } = services
  const state = states.get(context.taskId)
  const { folder, note } = await findFolder(environment, state.folder)
  const request = {
    command: args.command,
    folder: args.workdir === undefined ? folder : within(folder, args.workdir),
    state,
    sessionId: context.sessionId,
    conversation: context.run?.rootSessionId ?? context.sessionId,
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

/** Returns the working directory and a note when the folder was deleted since the last command. */
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
