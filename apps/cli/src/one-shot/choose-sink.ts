import type { CommandContext } from '../arguments/command-spec.js'
import { createStyle, wantsColor } from '../render/text/style.js'
import { createFinalTextSink } from './final-text-sink.js'
import { createJsonSink, type RunFacts } from './json-sink.js'
import type { TurnSink } from './turn-sink.js'

/**
 * Chooses the output of a one-shot: events for programs, the final text, or a rendered turn. Renderers are imported on demand: measuring
 * text alone would slow the start down.
 */
export async function chooseSink(context: CommandContext, facts: RunFacts): Promise<TurnSink> {
  const { io, values } = context
  if (values.json) return createJsonSink(io, facts)
  if (values.prompt !== undefined) return createFinalTextSink(io)
  const isQuiet = values.quiet === true
  const styleFor = (stream: typeof io.stdout) =>
    createStyle(wantsColor({ stream, env: io.env, isRefused: values['no-color'] === true }), io.t)
  if (isQuiet || !io.stdout.isTTY) {
    const { createPipeSink } = await import('./pipe-sink.js')
    return createPipeSink({ io, style: styleFor(io.stderr), isQuiet })
  }
  const { createScreenSink } = await import('./screen-sink.js')
  return createScreenSink(io.stdout, styleFor(io.stdout))
}
