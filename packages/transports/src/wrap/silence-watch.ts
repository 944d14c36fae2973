import { TransportError, type TransportEvent } from '@hermes/core'
import { formatWait, toNotice } from './notices.js'
import { longestTimerMs, type WrapServices } from './services.js'

/** Limits for a provider that sends nothing during one call, over all its attempts. */
export interface SilenceLimits {
  /** Silence after which a `provider-silent` notice is emitted, in milliseconds. Default: 30 seconds. */
  readonly noticeMs?: number
  /** Silence after which the call ends with a `timeout` error, in milliseconds. `Infinity` means no limit. Default: 10 minutes. */
  readonly limitMs?: number
}

/** Abort reason when the consumer stops early. Never read. */
const left = Object.freeze({ reason: 'left' })

type Next = IteratorResult<TransportEvent>

export interface SilenceWatch extends Disposable {
  /** Passes through the events of an attempt, adding notices about silences. */
  over(events: AsyncIterable<TransportEvent>): AsyncIterable<TransportEvent>
  /** Resets the silence, because the provider responded, even if it rejected the request. */
  heard(): void
}

/** @param end Ends the running attempt, with an error at the limit or because the consumer stopped. */
export function watchSilence(
  { noticeMs = 30_000, limitMs = 600_000 }: SilenceLimits,
  { now, startTimer }: Pick<Required<WrapServices>, 'now' | 'startTimer'>,
  end: (reason: unknown) => void,
): SilenceWatch {
  let pending: Promise<Next> | undefined
  /** Set while the consumer waits for an event. Time in which nothing is read does not count as silence. */
  let waiting: { readonly sinceMs: number; readonly report: () => void } | undefined
  let earlierMs = 0
  let isReported = false
  let stopTimer = startTimer(check, timerMs(Math.min(noticeMs, limitMs)))

  /** Checks the silence. One timer serves all events of a call; if it fires too early, it restarts for the remaining time. */
  function check(): void {
    const silentMs = earlierMs + (waiting ? now() - waiting.sinceMs : 0)
    if (silentMs >= limitMs) {
      end(silenceError(limitMs))
      return
    }
    if (waiting && silentMs >= noticeMs && !isReported) {
      isReported = true
      waiting.report()
    }
    const untilNoticeMs = noticeMs > silentMs ? noticeMs - silentMs : noticeMs
    stopTimer = startTimer(check, timerMs(Math.min(untilNoticeMs, limitMs - silentMs)))
  }

  function heard(): void {
    earlierMs = 0
    isReported = false
  }

  /**
   * Resolves with the next event, or with a notice when the silence is long. Creates only one promise per event,
   * because every delta passes through here.
   */
  function next(events: AsyncIterator<TransportEvent>): Promise<Next> {
    pending ??= events.next()
    const asked = pending
    const sinceMs = now()
    return new Promise((resolve, reject) => {
      const wait = {
        sinceMs,
        report() {
          stopWaiting(sinceMs)
          resolve({ value: silenceNotice(noticeMs, limitMs) })
        },
      }
      waiting = wait
      asked.then(
        (found) => {
          if (waiting !== wait) return
          stopWaiting(sinceMs)
          pending = undefined
          if (!found.done && found.value.type !== 'notice') heard()
          resolve(found)
        },
        (error: unknown) => {
          if (waiting !== wait) return
          stopWaiting(sinceMs)
          pending = undefined
          reject(error)
        },
      )
    })
  }

  function stopWaiting(sinceMs: number): void {
    waiting = undefined
    earlierMs += now() - sinceMs
  }

  /** Ends the pending read first, because `return` on a generator waits for it. */
  async function leave(events: AsyncIterator<TransportEvent>): Promise<Next> {
    if (pending) end(left)
    return (await events.return?.()) ?? { value: undefined, done: true }
  }

  return {
    heard,
    over(iterable) {
      const events = iterable[Symbol.asyncIterator]()
      return { [Symbol.asyncIterator]: () => ({ next: () => next(events), return: () => leave(events) }) }
    },
    [Symbol.dispose]: () => stopTimer(),
  }
}

function timerMs(ms: number): number {
  return Math.min(ms, longestTimerMs)
}

function silenceNotice(noticeMs: number, limitMs: number): TransportEvent {
  const end = limitMs === Number.POSITIVE_INFINITY ? '' : ` The call ends after ${formatWait(limitMs)} of silence.`
  return toNotice('provider-silent', `The provider has sent nothing for ${formatWait(noticeMs)}.${end}`)
}

function silenceError(limitMs: number): TransportError {
  return new TransportError('timeout', `The provider sent nothing for ${formatWait(limitMs)}: try again.`)
}
