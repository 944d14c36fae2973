import type { Judgement } from './judge.js'

const longestReason = 300

/**
 * Reads the answer of the judging model: one JSON object with `verdict` and `reason`, and nothing else but a fence around
 * it. `undefined` for everything else: an answer that has to be guessed at is none.
 */
export function readJudgement(text: string): Judgement | undefined {
  const body = /^```(?:json)?\n([^`]*)\n```$/.exec(text.trim())?.[1] ?? text.trim()
  // Of two verdicts in one object the parser would keep the last without a word.
  if (!body.startsWith('{') || body.length > 4_000 || body.split('"verdict"').length !== 2) return undefined
  const value = parse(body)
  if (typeof value !== 'object' || value === null || !('verdict' in value) || !('reason' in value)) return undefined
  const { verdict, reason } = value
  if (Object.keys(value).length !== 2 || typeof reason !== 'string') return undefined
  if (verdict !== 'approve' && verdict !== 'deny' && verdict !== 'escalate') return undefined
  return { verdict, reason: toLine(reason) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line
}
