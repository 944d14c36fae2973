import type { CommandContext } from '../arguments/command-handler.js'
import { createStyle, wantsColor } from '../render/style.js'
import { createFinalTextSink } from './final-text-sink.js'
import { createJsonSink } from './json-sink.js'
import type { TurnSink } from './turn-sink.js'

/**
 * How a one-shot shows its turn: events for programs, the final text, or as much as fits where it goes. What renders is
 * loaded only where something is rendered: measuring text alone costs a start more than many commands do.
 */
export async function chooseSink(context: CommandContext, sessionId: () => string | undefined): Promise<TurnSink> {
  const { io, values } = context
  if (values.json) return createJsonSink(io, sessionId)
  if (values.prompt !== undefined) return createFinalTextSink(io)
  const isQuiet = values.quiet === true
  const styleFor = (stream: typeof io.stdout) =>
    createStyle(wantsColor({ stream, env: io.env, isRefused: values['no-color'] === true }))
  if (isQuiet || !io.stdout.isTTY) {
    const { createPipeSink } = await import('./pipe-sink.js')
    return createPipeSink({ io, style: styleFor(io.stderr), isQuiet })
  }
  const { createScreenSink } = await import('./screen-sink.js')
  return createScreenSink(io.stdout, styleFor(io.stdout))
}
