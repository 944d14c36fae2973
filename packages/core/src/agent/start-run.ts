import type { AgentEvent } from '../contracts/event.js'
import type { Run } from './agent.js'
import { EventQueue } from './event-queue.js'
import { RunControl } from './run-control.js'
import { type TurnRequest, takeTurn } from './take-turn.js'

/** Starts a turn and returns the handle on it. */
export function startRun(request: Omit<TurnRequest, 'control' | 'emit'>): Run {
  const control = new RunControl(request.options.signal)
  const events = new EventQueue()
  const emit = (event: AgentEvent) => events.push(event)
  const result = takeTurn({ ...request, control, emit })
  void result.then(() => events.close())
  return {
    sessionId: request.sessionId,
    result,
    interrupt: (reason, options) => control.interrupt(reason, options?.keepPartial),
    steer: (text) => control.steer(text),
    async *[Symbol.asyncIterator]() {
      let readToTheEnd = false
      try {
        yield* events.read()
        readToTheEnd = true
      } finally {
        if (!readToTheEnd) control.interrupt('The reader of the run left before its end.')
      }
    },
  }
}
