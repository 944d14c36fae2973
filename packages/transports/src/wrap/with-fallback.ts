import {
  type ModelRequest,
  type Transport,
  TransportError,
  type TransportEvent,
  type UnfinishedCall,
} from '@hermes/core'
import type { CallOptions } from './call-options.js'
import { adviseOn } from './failure-advice.js'
import { createFallbackRoute } from './fallback-route.js'
import { formatWait, isShownAfter, retryNotice, toNotice } from './notices.js'
import { monotonicServices, type WrapServices } from './services.js'

/** One transport of a fallback chain. */
export interface FallbackMember {
  readonly transport: Transport
  /** Name of the model at this provider. Default: the model of the request. */
  readonly model?: string
  /** Name of the provider, reported with answers. Default: the id of the transport. */
  readonly provider?: string
  /** Name in notices. Default: the model, or the id of the transport. */
  readonly name?: string
}

export interface FallbackOptions {
  /**
   * Whether the reader discards displayed text on a `restart` event, so that another member can start the answer over
   * after a failure in the middle. Default: false; a failure after the first part of an answer is thrown.
   */
  readonly canRestart?: boolean
  /**
   * Longest time, in milliseconds, that the call waits after all members have failed. It waits for a member that was
   * skipped because it asked for a delay, and tries it once more. 0 means never. Default: 120,000.
   */
  readonly longestWaitMs?: number
  readonly services?: Pick<WrapServices, 'now' | 'sleep'>
}

/** Longest delay, in milliseconds, for which a member is kept while there is another one. */
const shortestLeaveMs = 5_000

/**
 * Tries the next transport when one fails: rate limits, overload, network errors, timeouts and broken answers (each
 * after the retries of its own `withRetry`), rejected keys, unknown models and refused content. Requests that are
 * invalid or too long are not tried again; their error is thrown. A member that asks for a delay of more than five
 * seconds is skipped immediately. Its own `withRetry` waits only when no other member is left, or all have failed.
 *
 * Each turn starts with the primary, unless its reset time (`retryAfterMs`) has not passed yet, and stays with the
 * member that answered. An answer from another member names it in `servedBy`. A turn is identified by the newest user
 * message of its requests, which must be the same object in all of them, as the loop guarantees; otherwise each call
 * starts with the primary. Each change emits one `fallback` notice.
 *
 * @throws {TransportError} the error of the last member that was tried.
 * @example `withFallback([{ transport: withRetry(main) }, { transport: withRetry(spare), model: 'small' }])`
 */
export function withFallback(
  chain: readonly [FallbackMember, ...FallbackMember[]],
  options: FallbackOptions = {},
): Transport {
  const { canRestart = false, longestWaitMs = 120_000 } = options
  const { now, sleep } = { ...monotonicServices, ...options.services }
  const route = createFallbackRoute(chain, now)

  async function* stream(request: ModelRequest, call: CallOptions): AsyncGenerator<TransportEvent> {
    call.signal.throwIfAborted()
    const { members, passedOver } = route.begin(request)
    let change = passedOver && limitedSentence(passedOver.member, passedOver.remainingMs)
    const queue = [...members]
    let limited: Limited | undefined
    for (const [step, member] of queue.entries()) {
      const isLast = step === queue.length - 1
      if (change !== undefined) yield fallbackNotice(change, member)
      route.settle(request, member)
      let isShown = false
      try {
        const memberCall = isLast ? call : withShortWait(call)
        const own = member === chain[0] ? memberCall : asServedBy(memberCall, servedByOf(member, request))
        for await (const event of member.transport.stream(withModel(request, member), own)) {
          if (isRefusal(event) && !isLast && (!isShown || canRestart)) {
            own.onUnfinished?.({ usage: event.usage })
            throw refusalError(member)
          }
          isShown = isShownAfter(event, isShown)
          yield event.type === 'finish' && member !== chain[0]
            ? { ...event, servedBy: servedByOf(member, request) }
            : event
          if (event.type === 'finish') return
        }
        return
      } catch (error) {
        call.signal.throwIfAborted()
        if (!TransportError.is(error)) throw error
        route.block(member, error.retryAfterMs ?? 0)
        if (!isLast) limited = soonest(limited, { member, failure: error, freeAtMs: now() + (error.retryAfterMs ?? 0) })
        const isAgain = step >= members.length
        const isFinal = isLast && (isAgain || !limited || limited.freeAtMs - now() > longestWaitMs)
        if (isFinal || !adviseOn(error).fallback || (isShown && !canRestart) || call.budget?.take() === false)
          throw error
        change = error.message
      }
      if (isShown) yield { type: 'restart' }
      if (!isLast || !limited) continue
      const waitMs = Math.max(0, limited.freeAtMs - now())
      yield retryNotice(limited.failure, waitMs)
      await sleep(waitMs, call.signal)
      queue.push(limited.member)
    }
  }

  const { id, apiMode } = chain[0].transport
  return { id, apiMode, stream }
}

/** A member that was skipped because it asked for a delay. */
interface Limited {
  readonly member: FallbackMember
  readonly failure: TransportError
  readonly freeAtMs: number
}

/** Returns the skipped member that is available first. */
function soonest(known: Limited | undefined, found: Limited): Limited | undefined {
  const { retryAfterMs = 0 } = found.failure
  if (retryAfterMs <= shortestLeaveMs || !adviseOn(found.failure).retryable) return known
  return known && known.freeAtMs <= found.freeAtMs ? known : found
}

function withShortWait(call: CallOptions): CallOptions {
  return { ...call, longestWaitMs: Math.min(shortestLeaveMs, call.longestWaitMs ?? shortestLeaveMs) }
}

/** Attributes the usage of a call to the member that made it. */
function asServedBy(call: CallOptions, servedBy: UnfinishedCall['servedBy'] & object): CallOptions {
  const { onUnfinished } = call
  return onUnfinished ? { ...call, onUnfinished: ({ usage }) => onUnfinished({ usage, servedBy }) } : call
}

/** Whether a content filter cut off the answer. Such an answer is discarded, whatever its length. */
function isRefusal(event: TransportEvent): event is Extract<TransportEvent, { type: 'finish' }> {
  return event.type === 'finish' && event.reason === 'content-filter'
}

function refusalError(member: FallbackMember): TransportError {
  return new TransportError('content-filter', `${nameOf(member)} refused to answer.`)
}

function limitedSentence(member: FallbackMember, remainingMs: number): string {
  return `${nameOf(member)} takes no requests for another ${formatWait(remainingMs)}.`
}

function fallbackNotice(why: string, member: FallbackMember): TransportEvent {
  const continuesWith = nameOf(member)
  return { ...toNotice('fallback', `${why} Continuing with ${continuesWith}.`), continuesWith }
}

function nameOf({ name, model, transport }: FallbackMember): string {
  return name ?? model ?? transport.id
}

function servedByOf({ provider, transport, model }: FallbackMember, request: ModelRequest) {
  return { provider: provider ?? transport.id, model: model ?? request.model }
}

function withModel(request: ModelRequest, { model }: FallbackMember): ModelRequest {
  return model === undefined ? request : { ...request, model }
}
