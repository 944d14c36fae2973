import type { AgentEvent } from '@hermes/core'
import type { OutputStream } from '../io.js'
import { createLazyFormulas } from '../render/markdown/lazy-formulas.js'
import { createLazyPainter } from '../render/markdown/lazy-painter.js'
import { createAnswerStream } from '../render/markdown/markdown-stream.js'
import { createEventRenderer } from '../render/screen/event-renderer.js'
import { columnsOf, createScreen } from '../render/screen/screen.js'
import type { Style } from '../render/text/style.js'
import type { TurnSink } from './turn-sink.js'

/** Creates the output for a turn on a terminal: its events, with a spinner below. */
export function createScreenSink(stream: OutputStream, style: Style): TurnSink {
  const columns = () => columnsOf(stream)
  const screen = createScreen({ stream, style })
  const painter = createLazyPainter(style)
  painter()
  const formulas = createLazyFormulas(style)
  formulas()
  const text = createAnswerStream({ style, columns, painter, formulas })
  const renderer = createEventRenderer({ style, columns, text, showReasoning: false })
  return {
    canRestart: true,
    event(event: AgentEvent) {
      // The program reports the error itself.
      if (event.type === 'turn-end' && event.outcome.status !== 'completed') return screen.write(text.end())
      const { output, status } = renderer.render(event)
      screen.write(output)
      screen.setStatus(status)
    },
    async end() {
      screen.setStatus(undefined)
    },
  }
}
