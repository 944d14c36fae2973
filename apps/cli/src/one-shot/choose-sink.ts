import type { CommandContext } from '../arguments/command-spec.js'
import { createStyle, wantsColor } from '../render/text/style.js'
import { createFinalTextSink } from './final-text-sink.js'
import { createJsonSink, type RunFacts } from './json-sink.js'
import { ownStdout } from './own-stdout.js'
import type { TurnSink } from './turn-sink.js'

/**
 * Chooses the output of a one-shot: events for programs, the final text, or a rendered turn. Except for a turn on the screen, nothing else
 * writes to stdout from then on. Renderers are imported on demand, because loading the measuring of text alone would slow the start down.
 */
export async function chooseSink(context: CommandContext, facts: RunFacts): Promise<TurnSink> {
  const { io, values } = context
  const { stderr, t } = io
  // Before a plugin is loaded: its output must not become part of an answer that a program reads.
  const answering = () => ({ stdout: ownStdout(io), stderr, t })
  if (values.json) return createJsonSink(answering(), facts)
  if (values.prompt !== undefined) return createFinalTextSink(answering())
  const isQuiet = values.quiet === true
  const styleFor = (stream: typeof io.stdout) =>
    createStyle(wantsColor({ stream, env: io.env, isRefused: values['no-color'] === true }), io.t)
  if (isQuiet || !io.stdout.isTTY) {
    const { createPipeSink } = await import('./pipe-sink.js')
    return createPipeSink({ io: answering(), style: styleFor(stderr), isQuiet })
  }
  const { createScreenSink } = await import('./screen-sink.js')
  return createScreenSink(io.stdout, styleFor(io.stdout))
}
