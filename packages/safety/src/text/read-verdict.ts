import { parseJson } from '@hermes/core/wiring'

/** The decision of a model. */
export interface Verdict<Name extends string> {
  readonly verdict: Name
  /** The reason in one short line for people. Written by a model. */
  readonly reason: string
}

const longestReason = 300

/**
 * Parses the answer of a judging model: one JSON object with `verdict` and `reason`, optionally in a code fence.
 * Returns `undefined` for everything else, because an answer that must be guessed is not a decision.
 */
export function readVerdict<const Name extends string>(
  text: string,
  verdicts: readonly Name[],
): Verdict<Name> | undefined {
  const body = /^```(?:json)?\n([^`]*)\n```$/.exec(text.trim())?.[1] ?? text.trim()
  // With duplicate verdicts in one object, the parser would silently keep the last.
  if (!body.startsWith('{') || body.length > 4_000 || body.split('"verdict"').length !== 2) return undefined
  const value = parse(body)
  if (typeof value !== 'object' || value === null || !('verdict' in value) || !('reason' in value)) return undefined
  const { verdict, reason } = value
  if (Object.keys(value).length !== 2 || typeof reason !== 'string') return undefined
  const known = verdicts.find((name) => name === verdict)
  return known === undefined ? undefined : { verdict: known, reason: toLine(reason) }
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function toLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line
}
