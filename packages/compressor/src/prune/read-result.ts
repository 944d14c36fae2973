import type { JsonObject } from '@hermes/core'
import { counted } from './counted.js'
import { oneLine } from './describe-call.js'
import { parseObject } from './parse-object.js'

/** Facts about a result that do not depend on the tool. */
export interface ResultFacts {
  /** The output of the tool, without the enclosing JSON object. */
  readonly output: string
  readonly exitCode: number | undefined
  /** The first line that describes an error. */
  readonly error: string | undefined
  readonly lines: number
  readonly characters: number
}

/** Patterns of error lines, most specific first. */
const errorSigns = [/(?:error|exception)\b\s*[:(]/i, /\b(?:fatal|panic|cannot|failed)\b|no such file/i]
const exitStatus = /\bexit(?:ed)?(?:\s{1,3}with)?(?:[\s_](?:code|status))?\s{0,3}[:=]?\s{1,3}(-?\d{1,3})\b/i
/** The number of characters to search for errors and exit codes, half of them at the start and half at the end. */
const searched = 4_000

export function readResult(text: string): ResultFacts {
  const frame = parseObject(text)
  const output = typeof frame.output === 'string' ? frame.output : text
  const exitCode = typeof frame.exit_code === 'number' ? frame.exit_code : statusIn(output)
  return {
    output,
    exitCode,
    error: errorOf(frame, output, exitCode),
    lines: countLines(output),
    characters: text.length,
  }
}

/** Describes a result: `exit 1, 214 lines, 12,345 characters`. */
export function describeResult({ exitCode, lines, characters }: ResultFacts): string {
  const size = `${counted(lines, 'line')}, ${counted(characters, 'character')}`
  return exitCode === undefined ? size : `exit ${exitCode}, ${size}`
}

function errorOf(frame: JsonObject, output: string, exitCode: number | undefined): string | undefined {
  if (typeof frame.error === 'string' && frame.error) return oneLine(frame.error, 200)
  if (exitCode === 0) return undefined
  const lines = edgesOf(output).split('\n')
  const found = errorSigns.map((sign) => lines.find((line) => sign.test(line))).find((line) => line !== undefined)
  return found === undefined ? undefined : oneLine(found, 200)
}

function statusIn(output: string): number | undefined {
  const [, status] = exitStatus.exec(edgesOf(output)) ?? []
  return status === undefined ? undefined : Number(status)
}

function edgesOf(text: string): string {
  return text.length <= searched ? text : `${text.slice(0, searched / 2)}\n${text.slice(-searched / 2)}`
}

function countLines(text: string): number {
  let lines = text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
