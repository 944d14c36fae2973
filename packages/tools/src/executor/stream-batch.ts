import { InterruptError, type ToolEvent } from '@hermes/core'
import { EventQueue } from '@hermes/core/wiring'
import { followSignal } from './follow-signal.js'

/** Starts a batch. Returns a promise that settles when the batch has ended. */
export type StartBatch = (signal: AbortSignal, emit: (event: ToolEvent) => void) => Promise<void>

/** Returns the events of a batch, which starts when they are read. A reader that leaves early aborts the batch and waits for its end. */
export function streamBatch(start: StartBatch, caller: AbortSignal): AsyncIterable<ToolEvent> {
  return {
    [Symbol.asyncIterator]() {
      const own = followSignal(caller)
      const events = new EventQueue<ToolEvent>()
      const ended = start(own.signal, (event) => events.push(event)).then(
        () => {
          own[Symbol.dispose]()
          events.close()
        },
        (error: unknown) => {
          own[Symbol.dispose]()
          events.fail(error)
        },
      )
      return events.read(() => {
        own.abort(readerLeft)
        return ended
      })
    },
  }
}

/** Shared, because creating an error with its stack for each batch would cost more than the batch. */
const readerLeft = new InterruptError('The reader of the results left.')
