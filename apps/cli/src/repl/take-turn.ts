import type { Run } from '@hermes/core'
import type { Config } from '@hermes/runtime'
import { createEventRenderer } from '../render/event-renderer.js'
import { createAnswerStream } from '../render/markdown-stream.js'
import type { FrontEnd } from './front-end.js'

/** Shows a turn from its first event to its last; Ctrl+C ends it. */
export async function takeTurn(run: Run, frontEnd: FrontEnd, display: Config['display']): Promise<void> {
  const { screen, style, columns } = frontEnd
  const renderer = createEventRenderer({
    style,
    columns,
    text: createAnswerStream({ style, columns }),
    showReasoning: display.show_reasoning,
    showTools: display.tool_progress === 'all',
  })
  const finish = frontEnd.begin(run)
  screen.setStatus('thinking')
  try {
    for await (const event of run) {
      const { output, status } = renderer.render(event)
      screen.write(output)
      screen.setStatus(status)
    }
    await run.result
  } finally {
    screen.setStatus(undefined)
    screen.write('\n')
    finish()
  }
}
