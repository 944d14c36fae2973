import { describeError, type JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import type { CompressedMessages, TrajectoryCompressor } from './compress-trajectory.js'
import { readTrajectory } from './read-trajectory.js'

export interface CompressLinesOptions {
  readonly compressor: TrajectoryCompressor
  /** The number of trajectories to compress concurrently, which is useful with a summary model. Default 4. */
  readonly workers?: number
  readonly signal: AbortSignal
}

/** The outcome of one line. */
export type CompressedLine =
  | (Omit<CompressedMessages, 'messages'> & {
      readonly number: number
      /** The record as one line of JSON, byte-identical to the input if unchanged. */
      readonly text: string
    })
  | { readonly number: number; readonly status: 'broken'; readonly reason: string }

/** One line of a file. */
export interface TrajectoryLine {
  /** The line number, starting at 1. */
  readonly number: number
  readonly text: string
  /** Why the line could not be read. */
  readonly problem?: string
}

/**
 * Compresses one trajectory per line. The output is in input order, and no more lines are held in memory than there are workers. A line
 * that is not a trajectory is reported as `broken` and does not stop the others.
 */
export async function* compressLines(
  lines: AsyncIterable<TrajectoryLine>,
  { compressor, workers = 4, signal }: CompressLinesOptions,
): AsyncGenerator<CompressedLine> {
  const running: Promise<CompressedLine>[] = []
  try {
    for await (const line of lines) {
      const result = compressLine(line, compressor, signal)
      // Awaited later. Until then a rejection must not count as unhandled.
      result.catch(() => undefined)
      running.push(result)
      const first = running.length >= workers ? running.shift() : undefined
      if (first) yield await first
    }
    for (let first = running.shift(); first; first = running.shift()) yield await first
  } finally {
    await Promise.allSettled(running)
  }
}

async function compressLine(
  { number, text, problem }: TrajectoryLine,
  compressor: TrajectoryCompressor,
  signal: AbortSignal,
): Promise<CompressedLine> {
  signal.throwIfAborted()
  if (problem !== undefined) return { number, status: 'broken', reason: problem }
  let trajectory: ReturnType<typeof readTrajectory>
  try {
    trajectory = readTrajectory(parse(text))
  } catch (error) {
    return { number, status: 'broken', reason: describeError(error) }
  }
  const { messages, ...result } = await compressor.compress(trajectory.messages, { signal })
  const isChanged = messages !== trajectory.messages
  return { number, ...result, text: isChanged ? JSON.stringify(trajectory.withMessages(messages)) : text }
}

function parse(text: string): JsonValue {
  return parseJson(text)
}
