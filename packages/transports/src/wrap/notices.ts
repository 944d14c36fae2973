import type { TransportError, TransportEvent } from '@hermes/core'

type Notice = Extract<TransportEvent, { readonly type: 'notice' }>

/** Creates a notice. `code` is one of `retry`, `fallback`, `credential-rotated`, `pool-state`, `provider-silent`, `repair`. */
export function toNotice(code: string, text: string): Notice {
  return { type: 'notice', code, text }
}

export function retryNotice(failure: TransportError, waitMs: number): Notice {
  return toNotice('retry', `${failure.message} Trying again ${waitMs < 1000 ? 'now' : `in ${formatWait(waitMs)}`}.`)
}

/** Formats a delay as `12 s`, `4 min` or `2 h`. Rounded up, so that the time has really passed. */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}

/** Whether part of the current answer was passed on, including this event. */
export function isShownAfter(event: TransportEvent, isShown: boolean): boolean {
  if (event.type === 'restart') return false
  return isShown || event.type !== 'notice'
}
