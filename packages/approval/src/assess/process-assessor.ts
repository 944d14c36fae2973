import type { AssessCall, AssessContext, Assessment } from '@hermes/core'
import { loadOnce, oneLine, withoutControls, withoutSequences } from '@hermes/safety'
import { type AssessCommand, createCommandAssessor } from './assess-command.js'
import { unsuspicious } from './assessment.js'

/** What is known of a process that a call wants to write to. */
export interface WritableProcess {
  /** As the model wrote it. */
  readonly command: string
  /** The command without secrets. */
  readonly shownCommand: string
  /** The folder that it was started in. */
  readonly workingDirectory: string
  /** All that was written to it, the newest part. */
  readonly input: string
  /** Set once it has ended. */
  readonly end?: unknown
}

export interface ProcessAssessorOptions {
  readonly processes: { find(id: string): WritableProcess | undefined }
  /** Default: the grammar is loaded at the first call. Share it with other assessors where there are some. */
  readonly load?: () => Promise<AssessCommand>
}

/**
 * Judges what the `process` tool writes to a process, as if the process had been started with it as its input: a command
 * that is typed into a shell is judged like any other, and so is the text of a program. What was written before counts: a
 * command in pieces is one command. All other actions may run.
 */
export function createProcessAssessor({ processes, load = createCommandAssessor }: ProcessAssessorOptions): AssessCall {
  const loaded = loadOnce(load)
  return async ({ action, session_id: id, data }, context) => {
    const process = typeof id === 'string' ? processes.find(id) : undefined
    const isInput = (action === 'write' || action === 'submit') && process !== undefined && process.end === undefined
    if (!isInput) return { ...unsuspicious, subject: '' }
    const subject = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
    const { workingDirectory } = process
    const assess = await loaded()
    const judge = (command: string) => assess(command, { ...context, workingDirectory } satisfies AssessContext)
    return { ...assessInput(process, subject, judge), subject, workingDirectory, inEnvironment: true }
  }
}

type Judge = (command: string) => Assessment

function assessInput({ command, shownCommand, input }: WritableProcess, data: string, judge: Judge): Assessment {
  const text = toTyped(data)
  const before = toTyped(input)
  const alone = judge(withInput(command, text))
  const found = [
    news(alone, judge(command)),
    news(judge(withInput(command, before + text)), judge(withInput(command, before))),
    ...(readsPrograms(judge(command)) ? [] : [news(judge(text), judge(incomplete))]),
  ]
  const reasons = [...new Set([...found.flatMap(({ reasons }) => reasons), ...edits(input, data)])]
  if (reasons.length === 0) return { ...unsuspicious, commands: alone.commands ?? [] }
  return {
    verdict: found.some(({ verdict }) => verdict === 'refuse') ? 'refuse' : 'ask',
    reasons: [...reasons, `It is typed into a process that runs: ${oneLine(shownCommand, 120)}`],
    commands: found.flatMap(({ commands = [] }) => commands),
  }
}

/** As a program gets it: Enter ends a line, and keys such as arrows are no text. */
function toTyped(data: string): string {
  return withoutControls(withoutSequences(data)).replaceAll('\r', '\n')
}

/** What is wrong with a text of which nobody knows whether a shell reads it. Said of an answer in words, it means nothing. */
const incomplete = '"'

/** What is said of one and was not said of the other. */
function news({ verdict, reasons, commands }: Assessment, before: Assessment): Assessment {
  const added = reasons.filter((reason) => !before.reasons.includes(reason))
  const isWorse = verdict === 'refuse' && before.verdict !== 'refuse'
  if (added.length === 0 && !isWorse) return unsuspicious
  return { verdict, reasons: added, ...(commands && { commands }) }
}

/** The process as it would be if it read the text from a file. */
function withInput(command: string, text: string): string {
  let mark = 'HERMES_INPUT'
  while (text.includes(mark)) mark += '_'
  return `{ ${command}\n} <<'${mark}'\n${text}\n${mark}\n`
}

/** Their input is no text for a shell, and judged as what it is. */
const interpreters =
  /^(?:python|pypy|ipython|node|deno|bun|ruby|irb|perl|php|lua|psql|mysql|mariadb|sqlite3|redis-cli|mongo)/

function readsPrograms({ commands = [] }: Assessment): boolean {
  const last = commands.at(-1)?.split(' ')[0] ?? ''
  return interpreters.test(last.split('/').at(-1) ?? '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the keys that change a line before it is read.
const editingKey = /[\u0008\u000b\u000e\u0010\u0012\u0014-\u0017\u0019\u001b\u007f]/

/** A line that is changed while it is typed is not what it seems. */
function edits(before: string, text: string): readonly string[] {
  const line = before.split(/[\r\n]/).at(-1) ?? ''
  const lines = `${line}${text}`.split(/[\r\n]/)
  const isEdited = lines.some((each) => editingKey.test(each) && /[^\p{Cc}\s]/u.test(withoutSequences(each)))
  return isEdited ? ['It contains keys that change the line, so what is read in the end cannot be known.'] : []
}
