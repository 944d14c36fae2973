import { InterruptError } from '@hermes/core'
import type { FrontEnd } from './front-end.js'

/** Shows what is going on, beside a spinner, until the work has ended; Ctrl+C aborts its signal. */
export async function busy<Result>(
  { screen, begin }: Pick<FrontEnd, 'screen' | 'begin'>,
  status: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const finish = begin({ interrupt: (reason) => controller.abort(new InterruptError(reason)) })
  screen.setStatus(status)
  try {
    return await work(controller.signal)
  } finally {
    screen.setStatus(undefined)
    finish()
  }
}
