import type { AssessCall, AssessContext, Assessment } from '@hermes/core'
import { loadOnce, oneLine, withoutControls, withoutSequences } from '@hermes/safety'
import { type AssessCommand, createCommandAssessor } from './assess-command.js'
import { unsuspicious } from './assessment.js'

/** A process that a call wants to write to. */
export interface WritableProcess {
  /** The command as the model wrote it. */
  readonly command: string
  /** The command without secrets. */
  readonly shownCommand: string
  /** The folder that the process was started in. */
  readonly workingDirectory: string
  /** The latest part of the input written to it. */
  readonly input: string
  /** Set when the process has ended. */
  readonly end?: unknown
}

export interface ProcessAssessorOptions {
  readonly processes: { find(id: string): WritableProcess | undefined }
  /** Default: loads the grammar at the first call. Pass a loader to share it with other assessors. */
  readonly load?: () => Promise<AssessCommand>
}

/**
 * Creates an assessor for what the `process` tool writes to a process. It assesses the process as if it had been
 * started with that text as input: a command typed into a shell is assessed like any other command, and so is program
 * text. Earlier input counts too, so a command in pieces is one command. All other actions may run.
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
  const { outward = [], origins = [] } = alone
  if (reasons.length === 0) return { ...unsuspicious, outward, origins, commands: alone.commands ?? [] }
  return {
    verdict: found.some(({ verdict }) => verdict === 'refuse') ? 'refuse' : 'ask',
    reasons: [...reasons, `It is typed into a process that runs: ${oneLine(shownCommand, 120)}`],
    commands: found.flatMap(({ commands = [] }) => commands),
    outward,
    origins,
  }
}

/** Returns the text as the program receives it: Enter ends a line, and keys such as arrows are removed. */
function toTyped(data: string): string {
  return withoutControls(withoutSequences(data)).replaceAll('\r', '\n')
}

/** The problem of a text that a shell may or may not read. It means nothing for a natural-language answer. */
const incomplete = '"'

/** Returns the reasons and findings that the earlier assessment did not contain. */
function news({ verdict, reasons, commands }: Assessment, before: Assessment): Assessment {
  const added = reasons.filter((reason) => !before.reasons.includes(reason))
  const isWorse = verdict === 'refuse' && before.verdict !== 'refuse'
  if (added.length === 0 && !isWorse) return unsuspicious
  return { verdict, reasons: added, ...(commands && { commands }) }
}

/** Returns the command as if the process read the text from a file. */
function withInput(command: string, text: string): string {
  let mark = 'HERMES_INPUT'
  while (text.includes(mark)) mark += '_'
  return `{ ${command}\n} <<'${mark}'\n${text}\n${mark}\n`
}

/** Programs whose input is not shell text and is assessed by its language. */
const interpreters =
  /^(?:python|pypy|ipython|node|deno|bun|ruby|irb|perl|php|lua|psql|mysql|mariadb|sqlite3|redis-cli|mongo)/

function readsPrograms({ commands = [] }: Assessment): boolean {
  const last = commands.at(-1)?.split(' ')[0] ?? ''
  return interpreters.test(last.split('/').at(-1) ?? '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the keys that change a line before it is read.
const editingKey = /[\u0008\u000b\u000e\u0010\u0012\u0014-\u0017\u0019\u001b\u007f]/

/** Keys that edit a line hide what is finally read. */
function edits(before: string, text: string): readonly string[] {
  const line = before.split(/[\r\n]/).at(-1) ?? ''
  const lines = `${line}${text}`.split(/[\r\n]/)
  const isEdited = lines.some((each) => editingKey.test(each) && /[^\p{Cc}\s]/u.test(withoutSequences(each)))
  return isEdited ? ['It contains keys that change the line, so what is read in the end cannot be known.'] : []
}
