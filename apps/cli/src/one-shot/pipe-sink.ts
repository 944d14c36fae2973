import { type Io, write } from '../io.js'
import { createPlainStream } from '../render/markdown/markdown-stream.js'
import { createEventRenderer } from '../render/screen/event-renderer.js'
import { cleanFor } from '../render/text/safe-text.js'
import type { Style } from '../render/text/style.js'
import { reportObstacle } from './report-obstacle.js'
import type { TurnSink } from './turn-sink.js'

export interface PipeSinkOptions {
  readonly io: Pick<Io, 'stdout' | 'stderr' | 't'>
  /** Style for stderr. */
  readonly style: Style
  /** Whether to print only the answer, without tool calls on stderr. */
  readonly isQuiet: boolean
}

/** Creates the output of `-q` without a terminal: the answer is streamed unchanged to stdout, tool calls go to stderr. */
export function createPipeSink({ io, style, isQuiet }: PipeSinkOptions): TurnSink {
  const text = createPlainStream(cleanFor(io.stdout))
  const renderer = createEventRenderer({ style, columns: () => 120, text: createPlainStream(), showReasoning: false })
  return {
    canRestart: false,
    async event(event) {
      if (event.type === 'text-delta') return write(io.stdout, text.push(event.text))
      if (event.type === 'message-end' && event.message.role === 'assistant') return write(io.stdout, text.end())
      if (isQuiet) return reportObstacle(event, io)
      // The program reports the error itself.
      if (event.type === 'turn-end') return
      // Without a spinner, a line explains the delay.
      if (event.type === 'compression-start')
        await write(io.stderr, `${style.muted(style.t`compressing the conversation …`)}\n`)
      const { output } = renderer.render(event)
      if (output !== '') await write(io.stderr, output)
    },
    async end() {
      await write(io.stdout, text.end())
    },
  }
}
