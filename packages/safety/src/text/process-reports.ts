import type { JsonObject, JsonValue } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { english } from '../language/index.js'
import { oneLine } from './one-line.js'

/**
 * The first line of a message that reports on background processes to the model, in a turn that was started by
 * something else.
 */
export const reportHeading = '[Not from the user: news of your background processes.]'
/** The first line of a message that starts a turn because background processes have ended or written output. */
export const wakeHeading =
  '[Not from the user: your background processes woke you. Nobody has written. Go on with what you waited for.]'

const shownCharacters = 40

/**
 * Formats a message about background processes. The model reads it, and {@link processReportsIn} finds its reports in
 * the stored conversation.
 */
export function formatProcessReports(reports: readonly JsonObject[], heading: string = reportHeading): string {
  return `${heading}\n${JSON.stringify({ processes: [...reports] })}`
}

/** Returns the reports in the text of a message. Empty for messages that people write. */
export function processReportsIn(text: string): readonly JsonObject[] {
  if (!text.includes(reportHeading) && !text.includes(wakeHeading)) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index) => (isHeading(line) ? reportsIn(lines[index + 1]) : []))
}

/** Whether a message starts a turn that nobody has asked for. */
export function isWake(text: string): boolean {
  return text.startsWith(`${wakeHeading}\n`)
}

/**
 * Returns what a message says about background processes, one line each, for people. `undefined` when it is about
 * something else, such as everything that people write.
 */
export function describeProcessReports(text: string): string | undefined {
  if (!isHeading(text.slice(0, text.indexOf('\n')))) return undefined
  const lines = processReportsIn(text).map(describeProcessReport)
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** Formats a report as one line, for people. */
export function describeProcessReport(report: JsonObject): string {
  const command = oneLine(String(report.command), shownCharacters)
  if (Array.isArray(report.matched))
    return english`Process says "${oneLine(String(report.matched[0] ?? ''), shownCharacters)}": ${command}`
  return typeof report.exit_code === 'number'
    ? english`Process ended with exit code ${report.exit_code}: ${command}`
    : english`Process was ended together with Hermes: ${command}`
}

function isHeading(line: string): boolean {
  return line === reportHeading || line === wakeHeading
}

function reportsIn(json = ''): readonly JsonObject[] {
  const read = parsed(json)
  if (!isRecord(read) || !Array.isArray(read.processes)) return []
  return read.processes.filter((report): report is JsonObject => isRecord(report))
}

/** Returns `undefined` for text that is not JSON, because a person may have quoted the heading. */
function parsed(json: string): JsonValue | undefined {
  try {
    return parseJson(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
