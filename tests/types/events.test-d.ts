import type { Agent, AgentEvent, RunResult, TurnOutcome } from '@hermes/core'
import { ConfigError, type ErrorCode, HermesError, StoreError, TransportError } from '@hermes/core'
import { expectTypeOf } from 'vitest'

declare const event: AgentEvent
declare const outcome: TurnOutcome
declare const error: unknown
declare const agent: Agent

// The type of an event determines its members.
switch (event.type) {
  case 'text-delta':
    expectTypeOf(event.text).toEqualTypeOf<string>()
    break
  case 'tool-end':
    expectTypeOf(event.isError).toEqualTypeOf<boolean>()
    expectTypeOf(event.message.role).toEqualTypeOf<'tool'>()
    break
  case 'turn-end':
    expectTypeOf(event.outcome).toEqualTypeOf<TurnOutcome>()
    break
  case 'notice':
    // @ts-expect-error: a notice is no part of the answer.
    event.message
}

// @ts-expect-error: there is no such event.
if (event.type === 'answer') throw event

if (outcome.status === 'failed') expectTypeOf(outcome.error).toExtend<HermesError>()
// @ts-expect-error: a turn that was completed has no error.
if (outcome.status === 'completed') outcome.error

const run = agent.run('hello')
expectTypeOf(run).toExtend<AsyncIterable<AgentEvent>>()
expectTypeOf(run.result).toEqualTypeOf<Promise<RunResult>>()
expectTypeOf(agent.chat).returns.toEqualTypeOf<Promise<string>>()

// `is` tells errors apart, and their codes are known.
if (HermesError.is(error)) {
  expectTypeOf(error.code).toEqualTypeOf<ErrorCode>()
  // @ts-expect-error: there is no such code.
  if (error.code === 'transport/tired') throw error
}
if (TransportError.is(error)) expectTypeOf(error.retryAfterMs).toEqualTypeOf<number | undefined>()
if (StoreError.is(error)) expectTypeOf<'fenced'>().toExtend<typeof error.kind>()
if (ConfigError.is(error)) expectTypeOf(error.path).toEqualTypeOf<string>()
expectTypeOf<'x-weather/unknown-city'>().toExtend<ErrorCode>()
// @ts-expect-error: codes of other authors begin with `x-`.
new HermesError('weather/unknown-city', 'There is no such city.')
